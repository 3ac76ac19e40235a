import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { openRateLimits } from '../../http/limits/rate-limits.ts'
import { signInLimits } from '../../http/limits/sign-in-limits.ts'
import { createEmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import type { EmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import {
  createEmulatorIdentity,
  createFirebaseIdentity,
} from '../../services/identity/firebase-identity.ts'
import { createIdentity } from '../../services/identity/identity.ts'
import type { IdentityService } from '../../services/identity/identity.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { passwordResetMail, verificationMail } from './mails.ts'
import { signOutEverywhere } from './queries.ts'

interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
}

interface OpenIdentity {
  identity: IdentityService
  /** The embedded provider, if configured: its endpoints must be mounted. */
  embedded: EmbeddedIdentity | undefined
}

const service = 'identity'

/** The identity provider of the settings. */
export function openIdentity(
  config: Config,
  database: Pick<Database, 'db' | 'pool'>,
  log: Log,
): OpenIdentity {
  const { identity: settings, PUBLIC_URL: origin } = config
  if (settings.kind === 'embedded') {
    const { db } = database
    const embedded = createEmbeddedIdentity({
      db,
      config,
      mayMail: boundMails(config, database, log),
      sendVerification: (to, url) => queueMails(db, [verificationMail({ ...to, url, origin })]),
      sendPasswordReset: (to, url) => queueMails(db, [passwordResetMail({ ...to, url, origin })]),
      onSessionsEnded: signOutEverywhere,
      report: (message) => log.warn({ service }, message),
    })
    return { identity: createIdentity(embedded), embedded }
  }
  if (!settings.emulatorUrl) {
    return { identity: createFirebaseIdentity(settings), embedded: undefined }
  }
  log.warn(
    { service },
    'Firebase emulator in use: tokens are unsigned, anyone can impersonate anyone',
  )
  return { identity: createEmulatorIdentity(settings, config), embedded: undefined }
}

/**
 * Bounds the mails to an address for each day. What strangers ask for and what is asked for in a browser that the
 * account knows is counted apart: strangers cannot use up the mails of the owner.
 */
function boundMails(config: Config, { pool }: Pick<Database, 'pool'>, log: Log) {
  const limits = openRateLimits(config, pool)
  const limit = { ...signInLimits['account mails'], max: config.ACCOUNT_MAILS_PER_DAY }
  return async (to: { email: string; isKnownBrowser: boolean }): Promise<boolean> => {
    const key = `${to.isKnownBrowser ? 'known' : 'unknown'} ${to.email.toLowerCase()}`
    try {
      await limits.takeExactly('account mails', key, limit)
      return true
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too-many') throw error
      log.info({ service }, 'mail not sent: the daily number for its address is reached')
      return false
    }
  }
}
