import { betterAuth } from 'better-auth'
import type { BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { jwt } from 'better-auth/plugins/jwt'
import { sql } from 'kysely'
import { passwordLengthMax, passwordLengthMin } from '#contract/accounts.ts'
import type { Db } from '../../db/index.ts'
import type { EmbeddedSettings } from '../../config/identity-settings.ts'
import { isCommonPassword } from './common-passwords.ts'
import { audience, basePath } from './embedded-options.ts'
import type { Options } from './embedded-options.ts'
import { AppError } from '../../errors/errors.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const day = 24 * 60 * 60

export function createProvider(options: Options, settings: EmbeddedSettings) {
  let auth = betterAuth(optionsOf(options, settings))

  /** The library reads Google's endpoints when it starts; if that failed, it is started again. */
  const restartWithoutGoogle = async () => {
    const { socialProviders } = await auth.$context
    if (socialProviders.length === 0) auth = betterAuth(optionsOf(options, settings))
  }

  return {
    async handle(request: Request): Promise<Response> {
      if (request.url.endsWith(`${basePath}/sign-in/social`)) await restartWithoutGoogle()
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
    password: { hash: refusingWhenBusy(hashPassword), verify: refusingWhenBusy(verifyPassword) },
    sendResetPassword: ({ user, url }: MailRequest) => options.sendPasswordReset(user, url),
    onPasswordReset: ({ user }: { user: { id: string } }) => options.onPasswordReset(user.id),
  },
  emailVerification: {
    sendOnSignUp: true,
    autoSignInAfterVerification: false,
    sendVerificationEmail: ({ user, url }: MailRequest) => options.sendVerification(user, url),
  },
  hooks: { before: createAuthMiddleware(refuseCommonPassword) },
  databaseHooks: {
    session: {
      // Revocations compare this time with times of the database, so it is read from the same clock.
      create: { before: async () => ({ data: { createdAt: await databaseTime(db) } }) },
    },
  },
  user: { validateUserInfo: refuseUnverifiedByProvider },
  // The unverified account may not belong to the owner of the address.
  account: { accountLinking: { enabled: true, requireLocalEmailVerified: true } },
  // The library's rate limit resets only after a minute without calls, which would lock out busy addresses.
  rateLimit: { enabled: false },
  advanced: {
    cookiePrefix: 'identity',
    // By default TEST or NODE_ENV=test in the environment would allow redirects to any origin.
    disableOriginCheck: false,
    defaultCookieAttributes: { path: basePath },
    // The shop's migrations create the tables, so checking them at every start is not needed.
    database: { validateSchema: false },
  },
  plugins: [
    jwt({
      disableSettingJwtHeader: true,
      jwks: {
        keyPairConfig: { alg: 'ES256' },
        rotationInterval: 30 * day,
        // Longer than the life of an ID token.
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
          // To the millisecond: the time identifies a sign-in, also for its revocation.
          auth_time: session.createdAt.getTime() / 1000,
        }),
      },
    }),
    ...google(settings),
  ],
})

type Incoming = Parameters<
  NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>
>[0]

/**
 * Rejects logins whose provider has not verified the e-mail address: with another OpenID provider in place of
 * Google anybody could claim an address. Such a login finds, creates and links no account.
 */
function refuseUnverifiedByProvider({ source }: Incoming) {
  const mayPass = source.method !== 'oauth' || source.oauth?.profile?.['email_verified'] === true
  return mayPass ? undefined : { error: 'email_not_verified' }
}

async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** Endpoints that set a password, with the field. The password hook would run for sign-ins too. */
const passwordFields: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
}

async function refuseCommonPassword({ path, body }: { path: string; body: unknown }) {
  const field = passwordFields[path]
  const chosen = field && (body as Record<string, unknown> | null)?.[field]
  if (typeof chosen !== 'string' || !(await isCommonPassword(chosen))) return
  throw new APIError('BAD_REQUEST', {
    code: 'PASSWORD_COMPROMISED',
    message: 'This password is one of the most common ones',
  })
}

/** The library answers only its own errors as they are; any other becomes a 500. */
const refusingWhenBusy =
  <Given, Result>(work: (given: Given) => Promise<Result>) =>
  async (given: Given) => {
    try {
      return await work(given)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new APIError('SERVICE_UNAVAILABLE', { message: error.message }, error.extra.headers)
    }
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
