import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import type { EmbeddedSettings } from '../../config/identity-settings.ts'

export const basePath = '/api/auth'
export const audience = 'auto-parts'

type Send = (to: { email: string; name: string }, url: string) => Promise<void>

export interface Options {
  db: Db
  config: Pick<Config, 'PUBLIC_URL' | 'production' | 'identity'>
  sendVerification: Send
  sendPasswordReset: Send
  /** A new password was set: whoever is signed in with the old one may be somebody else. */
  onPasswordReset(uid: string): Promise<void>
  /** Hears of what goes wrong inside; a wrong password is nothing of the kind. */
  report(message: string): void
}

/** The identity provider that comes with the shop: its own tables, its own pages' calls, its own keys. */
export interface EmbeddedIdentity {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  /** Answers everything below {@link basePath}. */
  handle(request: Request): Promise<Response>
}

export function createEmbeddedIdentity(options: Options): EmbeddedIdentity {
  const { identity: settings, PUBLIC_URL: issuer } = options.config
  if (settings.kind !== 'embedded') throw new Error('Another identity provider is configured')
  let provider: ReturnType<typeof openProvider> | undefined
  const handle = async (request: Request) =>
    (await (provider ??= openProvider(options, settings))).handle(request)
  return {
    issuer,
    audience,
    // The keys go through the same door as a hosted provider's, only without the network.
    keys: createRemoteJWKSet(new URL(`${basePath}/jwks`, issuer), {
      [customFetch]: (url) => handle(new Request(url)),
      // A new key is known as soon as it signs, however short ago the others were asked for: that costs
      // one query.
      cooldownDuration: 0,
    }),
    handle,
  }
}

/** The library is the largest of all, and a node where nobody signs in does without. */
const openProvider = async (options: Options, settings: EmbeddedSettings) =>
  (await import('./embedded-provider.ts')).createProvider(options, settings)
