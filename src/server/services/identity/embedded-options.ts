import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'

export const basePath = '/api/auth'
export const audience = 'auto-parts'

type SendMail = (to: { email: string; name: string }, url: string) => Promise<void>

export interface Options {
  db: Db
  config: Pick<Config, 'PUBLIC_URL' | 'production' | 'identity'>
  sendVerification: SendMail
  sendPasswordReset: SendMail
  /** Ends the sessions that began with the old password: they may be an attacker's. */
  onPasswordReset(uid: string): Promise<void>
  /** Receives internal errors; a wrong password is none. */
  report(message: string): void
}
