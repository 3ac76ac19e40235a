import { createEmbeddedIdentity } from '../services/identity/embedded-identity.ts'
import type { EmbeddedIdentity } from '../services/identity/embedded-identity.ts'
import type { TestShop } from './shop.ts'

type Options = Parameters<typeof createEmbeddedIdentity>[0]

const ignore = async () => {}

/** The embedded identity provider of a shop, without mails and logs unless the test passes them. */
export const openProvider = (
  { database, config }: Pick<TestShop, 'database' | 'config'>,
  heard: Partial<Options> = {},
): EmbeddedIdentity =>
  createEmbeddedIdentity({
    db: database.db,
    config,
    mayMail: async () => true,
    sendVerification: ignore,
    sendPasswordReset: ignore,
    onSessionsEnded: ignore,
    report: () => {},
    ...heard,
  })
