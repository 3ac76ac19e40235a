import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { quantile } from '../../rig/statistics.ts'

/** A load whose requests are repeated in turn. */
export interface Load {
  url: string
  requests: { method: 'GET' | 'POST'; path: string; token?: string; body?: string }[]
  connections: number
  seconds: number
  /** Requests per second of all connections together (open loop); by default as fast as responses arrive. */
  rate?: number
}

export interface Responses {
  perSecond: number
  p50: number
  p99: number
}

/** The responses by status; `0` stands for none. */
export type Outcome = Record<string, Responses>

/** Runs one load in this process. */
async function run({ url, requests, connections, seconds, rate }: Load): Promise<Outcome> {
  const times = new Map<number, number[]>()
  const record = (status: number, ms: number) => {
    const ofStatus = times.get(status)
    if (ofStatus) ofStatus.push(ms)
    else times.set(status, [ms])
  }
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    timeout: 30,
    ...(rate !== undefined && { overallRate: rate }),
    requests: requests.map(({ method, path, token, body }) => ({
      method,
      path,
      ...(body !== undefined && { body }),
      setupRequest: (request) => ({
        ...request,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          }),
        },
      }),
    })),
  }
  const instance = autocannon(options, (error) => (error ? reject(error) : resolve()))
  instance.on('response', (_, status, __, ms) => record(status, ms))
  instance.on('reqError', () => record(0, 0))
  await ended
  return Object.fromEntries([...times].map(([status, ms]) => [status, summary(ms, seconds)]))
}

const summary = (ms: number[], seconds: number): Responses => ({
  perSecond: Math.round(ms.length / seconds),
  p50: Math.round(quantile(ms, 0.5)),
  p99: Math.round(quantile(ms, 0.99)),
})

const [load] = (await once(process, 'message')) as [Load]
const outcome = await run(load)
process.send?.(outcome, () => process.exit(0))
