import { betterAuth } from 'better-auth'
import type { BetterAuthOptions } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { jwt } from 'better-auth/plugins/jwt'
import { sql } from 'kysely'
import { passwordLengthMax, passwordLengthMin } from '#contract/accounts.ts'
import type { Db } from '../../db/index.ts'
import type { EmbeddedSettings } from '../../config/identity-settings.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import {
  addressConfirmation,
  confirmInKnownBrowser,
  findCredential,
  handOver,
  handOverUnconfirmed,
  voidResetLinks,
  wrongPassword,
} from './confirm-address.ts'
import { audience, basePath } from './embedded-options.ts'
import type { Options } from './embedded-options.ts'
import {
  browserTokenIn,
  findKnownBrowser,
  knownBrowserCookie,
  rememberBrowser,
} from './known-browsers.ts'
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

const optionsOf = (options: Options, settings: EmbeddedSettings) => ({
  baseURL: options.config.PUBLIC_URL,
  basePath,
  secret: settings.secret,
  database: { db: options.db.withSchema('identity'), type: 'postgres' as const },
  trustedOrigins: options.config.production
    ? [options.config.PUBLIC_URL]
    : [options.config.PUBLIC_URL, options.config.PUBLIC_URL.replace('localhost', '127.0.0.1')],
  telemetry: { enabled: false },
  logger: { level: 'error' as const, log: (_: string, message: string) => options.report(message) },
  ...passwordsAndMails(options),
  databaseHooks: {
    session: { create: { before: ({ userId }) => sessionStart(options.db, userId) } },
    // A stranger's address of a picture would be stored unchecked, and no page shows it.
    user: { create: { before: async () => ({ data: { image: null } }) } },
    account: {
      create: {
        async before({ providerId, userId }) {
          if (providerId !== 'credential') await handOverUnconfirmed(options, userId)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks'],
  session: {
    additionalFields: {
      verifiedAtSignIn: { type: 'boolean' as const, required: false, input: false },
    },
  },
  user: { validateUserInfo: refuseUnverifiedByProvider },
  // An account that is not verified is handed over to the owner of the address, without its password.
  account: { accountLinking: { enabled: true, requireLocalEmailVerified: false } },
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
    addressConfirmation(options),
    jwt({
      disableSettingJwtHeader: true,
      jwks: {
        keyPairConfig: { alg: 'ES256' },
        rotationInterval: 30 * day,
        // Longer than the life of an ID token.
        gracePeriod: day,
      },
      jwt: {
        issuer: options.config.PUBLIC_URL,
        audience,
        expirationTime: '1h',
        definePayload: ({ user, session }) => ({
          email: user.email,
          email_verified: user.emailVerified,
          name: user.name,
          // To the millisecond: the time identifies a sign-in, also for its revocation.
          auth_time: session.createdAt.getTime() / 1000,
          verified_at_sign_in: session['verifiedAtSignIn'] === true,
        }),
      },
    }),
    ...google(settings),
  ],
})

/** Passwords, mails, and what happens before and after the library's own work. */
function passwordsAndMails(options: Options) {
  const { db, config } = options
  const accountOfReset = new WeakMap<Request, string>()
  const credentialBefore = new WeakMap<Request, string | undefined>()

  async function mayMail({ email }: User, request: Request | undefined) {
    const browser = browserTokenIn(request?.headers.get('cookie'), config.PUBLIC_URL)
    const isKnownBrowser = Boolean(await findKnownBrowser(db, browser, { email }))
    return options.mayMail({ email, isKnownBrowser })
  }

  return {
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
      async sendResetPassword({ user, url, token }: MailRequest, request?: Request) {
        // Without its mail a link must not void one that the owner has got.
        if (!(await mayMail(user, request))) return voidResetLinks(db, user.id, { only: token })
        await voidResetLinks(db, user.id, { olderThan: token })
        await options.sendPasswordReset(user, url)
      },
      async onPasswordReset({ user }: { user: User }, request?: Request) {
        await handOver(options, user.id)
        if (request) accountOfReset.set(request, user.id)
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      async sendVerificationEmail({ user, url }: MailRequest, request?: Request) {
        if (await mayMail(user, request)) await options.sendVerification(user, url)
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        await refuseCommonPassword(ctx)
        if (ctx.request && passwordLogins.has(ctx.path)) {
          credentialBefore.set(ctx.request, await findCredential(db, ctx.body))
        }
        if (ctx.path === '/verify-email') await confirmInKnownBrowser(ctx, options)
      }),
      after: createAuthMiddleware(async (ctx) => {
        const { newSession } = ctx.context
        if (newSession && ctx.request && credentialBefore.has(ctx.request)) {
          const before = credentialBefore.get(ctx.request)
          if (before !== (await findCredential(db, ctx.body))) {
            await ctx.context.internalAdapter.deleteSession(newSession.session.token)
            throw wrongPassword()
          }
        }
        const userId = signIns.has(ctx.path)
          ? newSession?.user.id
          : ctx.request && accountOfReset.get(ctx.request)
        if (!userId) return
        const { name, attributes } = knownBrowserCookie(config.PUBLIC_URL)
        const token = await rememberBrowser(db, userId, ctx.getCookie(name) ?? undefined)
        ctx.setCookie(name, token, attributes)
      }),
    },
  }
}

/** They check a password, which may be replaced or removed before their session begins. */
const passwordLogins = new Set(['/sign-in/email', '/confirm-email'])

/** The endpoints that begin a session. Others renew one. */
const signIns = new Set(['/sign-in/email', '/sign-up/email', '/confirm-email', '/callback/:id'])

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

/**
 * Revocations compare the time of a sign-in with times of the database, so it is read from the same clock.
 * Rights that need a verified address begin with a sign-in after the verification.
 */
async function sessionStart(db: Db, userId: string) {
  const { rows } = await sql<{ createdAt: Date; verifiedAtSignIn: boolean }>`
    select now() as "createdAt", "emailVerified" as "verifiedAtSignIn"
    from identity."user" where id = ${userId}`.execute(db)
  return { data: rows[0] ?? {} }
}

type User = { id: string; email: string; name: string }
type MailRequest = { user: User; url: string; token: string }

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
