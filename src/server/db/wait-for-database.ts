import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

interface Options {
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Whether an error means that the database is unreachable; other errors are thrown at once. */
  isOutage: (error: unknown) => boolean
  /** Ends the waiting early. */
  isWanted?: () => boolean
  timeoutMs?: number
  pauseMs?: number
}

/**
 * Repeats what a start needs of the database until it is reachable: after a power cut it starts last, and
 * it may restart while a node starts.
 */
export async function waitForDatabase<Result>(
  work: () => Promise<Result>,
  { log, isOutage, isWanted = () => true, timeoutMs = 60_000, pauseMs = 500 }: Options,
): Promise<Result> {
  const until = performance.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (err) {
      if (!isOutage(err) || performance.now() >= until || !isWanted()) throw err
      if (attempt === 1) log.warn({ err }, 'database unreachable, retrying')
      await sleep(pauseMs)
    }
  }
}
