import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { sql } from 'kysely'
import type { EmbeddedSettings } from '../../config/identity-settings.ts'
import { audience, basePath } from './embedded-options.ts'
import type { Options } from './embedded-options.ts'
import type { IdentityClaims } from './claims.ts'
import { browserTokenIn, findKnownBrowser } from './known-browsers.ts'

/** The identity provider that is part of the shop, with its own tables, endpoints and keys. */
export interface EmbeddedIdentity {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  /** Origins that a login redirects to: the OpenID provider's, if one is configured. */
  redirectsTo: readonly string[]
  /** Resolves when the provider can handle requests: its library is loaded on demand. */
  load(): Promise<unknown>
  /** Handles every request below {@link basePath}. */
  handle(request: Request): Promise<Response>
  /** The key of a browser in which this account was signed in to; undefined for any other. */
  findKnownBrowser(cookies: string | undefined, email: string): Promise<string | undefined>
  /** Whether the session of an ID token goes on: a token lives longer. */
  hasSession(claims: IdentityClaims): Promise<boolean>
}

export function createEmbeddedIdentity(options: Options): EmbeddedIdentity {
  const { identity: settings, PUBLIC_URL: issuer } = options.config
  if (settings.kind !== 'embedded') throw new Error('Another identity provider is configured')
  let provider: ReturnType<typeof openProvider> | undefined
  const load = () => (provider ??= openProvider(options, settings))
  const handle = async (request: Request) => (await load()).handle(request)
  return {
    issuer,
    audience,
    // The keys are read like those of a hosted provider, but without the network.
    keys: createRemoteJWKSet(new URL(`${basePath}/jwks`, issuer), {
      [customFetch]: (url) => handle(new Request(url)),
      // No cooldown, so that a new key is known as soon as it signs: reading the keys costs one query.
      cooldownDuration: 0,
    }),
    redirectsTo: settings.google ? [new URL(settings.google.issuer).origin] : [],
    load,
    handle,
    findKnownBrowser: (cookies, email) =>
      findKnownBrowser(options.db, browserTokenIn(cookies, issuer), { email }),
    async hasSession({ uid, signedInAt }) {
      const { rows } = await sql`select from identity.session
        where "userId" = ${uid} and "createdAt" = ${signedInAt} and "expiresAt" > now()
        limit 1`.execute(options.db)
      return rows.length > 0
    },
  }
}

/** Loaded on demand: the largest library of all, which a node without sign-ins does not need. */
const openProvider = async (options: Options, settings: EmbeddedSettings) =>
  (await import('./embedded-provider.ts')).createProvider(options, settings)
