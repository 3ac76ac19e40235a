import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { databaseRefusal } from '../http/errors.ts'

interface Options {
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Ends the waiting early. */
  isWanted?: () => boolean
  patienceMs?: number
  pauseMs?: number
}

/**
 * Does what a start needs of the database, again while that cannot be reached: after a power cut it is
 * the last to be there, and it may go away while a node starts. Whatever else is wrong is thrown at once.
 */
export async function whenReachable<Result>(
  work: () => Promise<Result>,
  { log, isWanted = () => true, patienceMs = 60_000, pauseMs = 500 }: Options,
): Promise<Result> {
  const until = performance.now() + patienceMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (err) {
      const mayPass = databaseRefusal(err)?.code === 'unavailable'
      if (!mayPass || performance.now() >= until || !isWanted()) throw err
      if (attempt === 1) log.warn({ err }, 'the database cannot be reached yet')
      await sleep(pauseMs)
    }
  }
}
