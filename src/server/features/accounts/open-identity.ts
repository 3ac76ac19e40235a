import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
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

interface WarningLog {
  warn(context: object, message: string): void
}

interface OpenIdentity {
  identity: IdentityService
  /** The embedded provider, if configured: its endpoints must be mounted. */
  embedded: EmbeddedIdentity | undefined
}

/** The identity provider of the settings. */
export function openIdentity(config: Config, db: Db, log: WarningLog): OpenIdentity {
  const { identity: settings, PUBLIC_URL: origin } = config
  const service = 'identity'
  if (settings.kind === 'embedded') {
    const embedded = createEmbeddedIdentity({
      db,
      config,
      sendVerification: (to, url) => queueMails(db, [verificationMail({ ...to, url, origin })]),
      sendPasswordReset: (to, url) => queueMails(db, [passwordResetMail({ ...to, url, origin })]),
      onPasswordReset: (uid) => signOutEverywhere(db, uid),
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
