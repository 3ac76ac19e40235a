import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { genericOAuth, jwt } from 'better-auth/plugins'
import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { passwordLengthMax, passwordLengthMin } from '#contract/accounts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/index.ts'
import type { EmbeddedSettings } from '../identity-settings.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export const basePath = '/api/auth'
const audience = 'auto-parts'
const day = 24 * 60 * 60

type Send = (to: { email: string; name: string }, url: string) => Promise<void>

interface Options {
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
  const { identity, PUBLIC_URL: issuer } = options.config
  if (identity.kind !== 'embedded') throw new Error('Another identity provider is configured')
  let auth = betterAuth(optionsOf(options, identity))

  /** Google's addresses are read when the library starts; if Google was away then, it starts anew. */
  const startAnewWithoutGoogle = async () => {
    const { socialProviders } = await auth.$context
    if (socialProviders.length === 0) auth = betterAuth(optionsOf(options, identity))
  }

  return {
    issuer,
    audience,
    // The keys go through the same door as a hosted provider's, only without the network.
    keys: createRemoteJWKSet(new URL(`${basePath}/jwks`, issuer), {
      [customFetch]: (url) => auth.handler(new Request(url)),
      // A new key is known as soon as it signs; to ask for it costs one query.
      cooldownDuration: 1_000,
    }),
    async handle(request) {
      if (request.url.endsWith(`${basePath}/sign-in/social`)) await startAnewWithoutGoogle()
      return auth.handler(request)
    },
  }
}

const optionsOf = ({ db, config, report, ...options }: Options, settings: EmbeddedSettings) => ({
  baseURL: config.PUBLIC_URL,
  basePath,
  secret: settings.secret,
  database: { db: db.withSchema('identity'), type: 'postgres' as const },
  trustedOrigins: config.production
    ? [config.PUBLIC_URL]
    : [config.PUBLIC_URL, config.PUBLIC_URL.replace('localhost', '127.0.0.1')],
  telemetry: { enabled: false },
  logger: { level: 'error' as const, log: (_: string, message: string) => report(message) },
  emailAndPassword: {
    enabled: true,
    minPasswordLength: passwordLengthMin,
    maxPasswordLength: passwordLengthMax,
    autoSignIn: true,
    revokeSessionsOnPasswordReset: true,
    password: { hash: hashUncommonPassword, verify: verifyPassword },
    sendResetPassword: ({ user, url }: MailRequest) => options.sendPasswordReset(user, url),
    onPasswordReset: ({ user }: { user: { id: string } }) => options.onPasswordReset(user.id),
  },
  emailVerification: {
    sendOnSignUp: true,
    autoSignInAfterVerification: false,
    sendVerificationEmail: ({ user, url }: MailRequest) => options.sendVerification(user, url),
  },
  account: { accountLinking: { enabled: true, trustedProviders: ['google'] } },
  // Its own limiter counts an address until a whole minute was quiet, which locks busy places out.
  rateLimit: { enabled: false },
  advanced: {
    cookiePrefix: 'identity',
    // Left out, a variable TEST or NODE_ENV=test in the environment would let links lead anywhere.
    disableOriginCheck: false,
    defaultCookieAttributes: { path: basePath },
    // Our migrations make the tables; asking the database again at every start finds nothing new.
    database: { validateSchema: false },
  },
  plugins: [
    jwt({
      disableSettingJwtHeader: true,
      jwks: {
        keyPairConfig: { alg: 'ES256' },
        rotationInterval: 30 * day,
        // Longer than any ID token lives.
        gracePeriod: day,
      },
      jwt: {
        issuer: config.PUBLIC_URL,
        audience,
        expirationTime: '1h',
        definePayload: ({ user, session }) => ({
          email: user.email,
          email_verified: user.emailVerified,
          name: user.name,
          // To the millisecond: a sign-in is told apart, and signed out, by its time.
          auth_time: session.createdAt.getTime() / 1000,
        }),
      },
    }),
    ...google(settings),
  ],
})

async function hashUncommonPassword(password: string): Promise<string> {
  if (await isCommonPassword(password)) {
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_COMPROMISED',
      message: 'This password is one of the most common ones',
    })
  }
  return hashPassword(password)
}

type MailRequest = { user: { email: string; name: string }; url: string }

function google({ google: client }: EmbeddedSettings) {
  if (!client) return []
  const { issuer, clientId, clientSecret } = client
  return [
    genericOAuth({
      config: [
        {
          providerId: 'google',
          clientId,
          clientSecret,
          discoveryUrl: `${issuer}/.well-known/openid-configuration`,
          scopes: ['openid', 'email', 'profile'],
          pkce: true,
          prompt: 'select_account',
        },
      ],
    }),
  ]
}
