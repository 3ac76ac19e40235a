import type { IncomingMessage, ServerResponse } from 'node:http'
import { endpoints } from '#contract/index.ts'
import { sendRefusal } from './load-shedding.ts'
import type { Gate } from './load-shedding.ts'
import type { RequestCounts } from '../../observability/metrics/requests.ts'
import { addressOf } from '../route.ts'

const callsByMethod = Map.groupBy(
  endpoints.map(({ method, path, lane }) => ({
    method,
    lane,
    route: `/api${addressOf(path)}`,
    pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`, 'i'),
  })),
  ({ method }): string => method,
)

interface Deps {
  gate: Gate
  headersFor: (path: string) => Readonly<Record<string, string>>
  nextId: () => string
  /** Where answers are counted, if anybody reads the counts. */
  counts: RequestCounts | undefined
}

/**
 * Turns a call of the API away below the framework, which costs more than all the rest of it: under a
 * flood that is most of the work. False leaves the request to the framework, and so to its gate, which
 * also knows what is written otherwise than in the contract.
 */
export function createTurnAway({ gate, headersFor, nextId, counts }: Deps) {
  return ({ method = '', url = '' }: IncomingMessage, response: ServerResponse): boolean => {
    if (!gate.isFull('ordinary')) return false
    const call = callsByMethod.get(method)?.find(({ pattern }) => pattern.test(url))
    const refusal = call && gate.refusalFor(call.lane ?? 'ordinary')
    if (!refusal) return false
    sendRefusal(response, refusal, { headers: headersFor(url), id: nextId() })
    counts?.answered(call.route, method, 503, 0)
    return true
  }
}
