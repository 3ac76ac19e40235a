import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'

const minute = 60

/**
 * How long failing work waits after so many attempts: twice as long each time, but not longer than ten
 * minutes, so that an outage is made good a quarter of an hour after its end.
 */
export const waitAfter = (
  attempts: string,
  { firstSeconds = 30, longestSeconds = 10 * minute } = {},
) =>
  sql`make_interval(
    secs => least(${firstSeconds} * 2 ^ least(${sql.ref(attempts)}, 10), ${longestSeconds}))`

const attemptsBeforeAlarm = 10

export type FailureLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

interface Failure {
  attempts: number
  [subject: string]: unknown
}

/** Tells of failed work. Work that goes on failing is an alarm: somebody has to look. */
export function reportFailure(log: FailureLog, failure: Failure, message: string) {
  if (failure.attempts < attemptsBeforeAlarm) log.warn(failure, message)
  else log.error({ ...failure, alarm: true }, `${message}: it fails again and again`)
}
