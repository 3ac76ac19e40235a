import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'

/** How long failing work waits after so many attempts: twice as long each time, up to an hour. */
export const waitAfter = (attempts: string, { firstSeconds = 30 } = {}) =>
  sql`make_interval(secs => least(${firstSeconds} * 2 ^ least(${sql.ref(attempts)}, 10), 3600))`

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
