import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'

const tenMinutes = 10 * 60

/**
 * Exponential backoff as an SQL interval: twice as long after each attempt, at most ten minutes, so that
 * work resumes soon after an outage ends.
 */
export const backoff = (attempts: string, { firstSeconds = 30, maxSeconds = tenMinutes } = {}) =>
  sql`make_interval(
    secs => least(${firstSeconds} * 2 ^ least(${sql.ref(attempts)}, 10), ${maxSeconds}))`

const attemptsBeforeAlarm = 10

export type FailureLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

interface Failure {
  attempts: number
  [subject: string]: unknown
}

/** Logs failed work: a warning at first, an alarm once it keeps failing and needs an operator. */
export function reportFailure(log: FailureLog, failure: Failure, message: string) {
  const { attempts } = failure
  if (attempts < attemptsBeforeAlarm) log.warn(failure, message)
  else
    log.error({ ...failure, alarm: true }, `${message}: still failing after ${attempts} attempts`)
}
