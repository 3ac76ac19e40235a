import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** What to ask of the shop, again and again. */
export interface Load {
  url: string
  requests: { method: 'GET' | 'POST'; path: string; token?: string; body?: string }[]
  connections: number
  seconds: number
  /** So many a second altogether; without it, as many as are answered. */
  rate?: number
}

export interface Answers {
  perSecond: number
  p50: number
  p99: number
}

/** What came back, by status. `0` stands for no answer. */
export type Outcome = Record<string, Answers>

/** Runs one load. In a process of its own, so that what is measured does not wait for the measuring. */
async function run({ url, requests, connections, seconds, rate }: Load): Promise<Outcome> {
  const times = new Map<number, number[]>()
  const note = (status: number, ms: number) => {
    const known = times.get(status)
    if (known) known.push(ms)
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
  instance.on('response', (_, status, __, ms) => note(status, ms))
  instance.on('reqError', () => note(0, 0))
  await ended
  return Object.fromEntries(
    [...times].map(([status, ms]) => [
      status,
      summary(
        ms.toSorted((a, b) => a - b),
        seconds,
      ),
    ]),
  )
}

const summary = (sorted: number[], seconds: number): Answers => ({
  perSecond: Math.round(sorted.length / seconds),
  p50: quantile(sorted, 0.5),
  p99: quantile(sorted, 0.99),
})

const quantile = (sorted: number[], share: number) =>
  Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)

const [load] = (await once(process, 'message')) as [Load]
const outcome = await run(load)
process.send?.(outcome, () => process.exit(0))
