import type { Transaction } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'

export const basePath = '/api/auth'
export const audience = 'auto-parts'

type SendMail = (to: { email: string; name: string }, url: string) => Promise<void>

export interface Options {
  db: Db
  config: Pick<Config, 'PUBLIC_URL' | 'production' | 'identity'>
  /**
   * Whether one more mail may be sent to the address today. A known browser is one in which the account was
   * signed in to.
   */
  mayMail(to: { email: string; isKnownBrowser: boolean }): Promise<boolean>
  sendVerification: SendMail
  sendPasswordReset: SendMail
  /** Revokes the tokens of the sessions that the provider has ended: those that began before the time. */
  onSessionsEnded(trx: Transaction<Schema>, uid: string, at: Date): Promise<void>
  /** Receives internal errors; a wrong password is none. */
  report(message: string): void
}
