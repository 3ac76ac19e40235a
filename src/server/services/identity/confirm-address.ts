import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import type { Options } from './embedded-options.ts'
import { findKnownBrowser, forgetBrowsers, knownBrowserCookie } from './known-browsers.ts'

type Parts = Pick<Options, 'db' | 'config' | 'onSessionsEnded'>

/** The page that asks for the password before it confirms an address. */
const confirmationPage = '/confirm-email'

/**
 * Confirms the address of a link from a mail. The link alone is not enough: a stranger may have signed up with
 * the reader's address, and programs that check mails open their links.
 */
export const addressConfirmation = (parts: Parts) =>
  ({
    id: 'address-confirmation',
    endpoints: { confirmEmail: confirmWithPassword(parts) },
  }) satisfies BetterAuthPlugin

/** A link confirms at once in a browser in which its account was signed in to; others are led to the page. */
export async function confirmInKnownBrowser(ctx: GenericEndpointContext, parts: Parts) {
  const token: unknown = ctx.query?.['token']
  const user = await accountOfLink(ctx, token)
  // The library answers invalid links and those of verified addresses.
  if (!user || user.emailVerified) return
  const browser = ctx.getCookie(knownBrowserCookie(parts.config.PUBLIC_URL).name) ?? undefined
  if (!(await findKnownBrowser(parts.db, browser, user))) {
    throw ctx.redirect(
      `${confirmationPage}?${new URLSearchParams({ token: String(token) }).toString()}`,
    )
  }
  const { sessionToken } = ctx.context.authCookies
  const session = await ctx.getSignedCookie(sessionToken.name, ctx.context.secret)
  await confirmAddress(parts, user.id, session || undefined)
}

const Confirmation = z.object({
  token: z.string(),
  email: z.string(),
  password: z.string(),
})

/** A sign-in that confirms the address first, so the session begins verified. */
const confirmWithPassword = (parts: Parts) =>
  createAuthEndpoint('/confirm-email', { method: 'POST', body: Confirmation }, async (ctx) => {
    const { token, email, password } = ctx.body
    const user = await accountOfLink(ctx, token)
    if (user?.email !== email.toLowerCase()) {
      throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' })
    }
    const { internalAdapter, password: passwords } = ctx.context
    const credential = await internalAdapter.findCredentialAccount(user.id)
    const hash = credential?.password
    if (!hash || !(await passwords.verify({ hash, password }))) {
      throw wrongPassword()
    }
    if (!user.emailVerified) await confirmAddress(parts, user.id)
    const session = await internalAdapter.createSession(user.id)
    await setSessionCookie(ctx, { session, user })
    return ctx.json({ status: true })
  })

/** The hash of the password of a login's account. */
export async function findCredential(db: Db, body: unknown): Promise<string | undefined> {
  const { email } = { ...(body as { email?: unknown } | null) }
  if (typeof email !== 'string') return undefined
  const { rows } = await sql<{ password: string }>`
    select password from identity.account join identity."user" on "user".id = "userId"
    where "providerId" = 'credential' and email = ${email.toLowerCase()}`.execute(db)
  return rows[0]?.password
}

/** As the library answers a login. */
export const wrongPassword = () =>
  new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })

/** The account of a valid link, verified or not. */
async function accountOfLink({ context }: GenericEndpointContext, token: unknown) {
  if (typeof token !== 'string') return undefined
  const key = new TextEncoder().encode(context.secret)
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(() => ({
    payload: {} as Record<string, unknown>,
  }))
  const { email, userId } = payload
  if (typeof email !== 'string') return undefined
  const user = (await context.internalAdapter.findUserByEmail(email))?.user
  // An address can belong to another account since. Links of an earlier version, valid for an hour, name none.
  return userId === undefined || userId === user?.id ? user : undefined
}

/**
 * Confirms the address and ends every session but that of `keep`, which counts as beginning now: it did not
 * begin verified, so it gains no admin rights.
 */
const confirmAddress = ({ db, onSessionsEnded }: Parts, userId: string, keep?: string) =>
  db.transaction().execute(async (trx) => {
    if ((await lockAccount(trx, userId)).isVerified) return
    await onSessionsEnded(trx, userId, await endSessions(trx, userId, keep))
    await setVerified(trx, userId)
  })

/**
 * Gives the account to the owner of its address: ends all sessions, and voids reset links and known browsers.
 * The caller has set a new password.
 */
export const handOver = ({ db, onSessionsEnded }: Parts, userId: string) =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    await removeAccess(trx, userId)
    await onSessionsEnded(trx, userId, await endSessions(trx, userId))
    await setVerified(trx, userId)
  })

/** Another provider vouches for the address of an account that has not confirmed it: its password is removed. */
export const handOverUnconfirmed = ({ db, onSessionsEnded }: Parts, userId: string) =>
  db.transaction().execute(async (trx) => {
    if ((await lockAccount(trx, userId)).isVerified) return
    await sql`delete from identity.account
      where "userId" = ${userId} and "providerId" = 'credential'`.execute(trx)
    await removeAccess(trx, userId)
    await onSessionsEnded(trx, userId, await endSessions(trx, userId))
    await setVerified(trx, userId)
  })

/** A session that begins meanwhile waits for the end of the transaction. */
async function lockAccount(trx: Transaction<Schema>, userId: string) {
  const { rows } = await sql<{ emailVerified: boolean }>`
    select "emailVerified" from identity."user" where id = ${userId} for update`.execute(trx)
  return { isVerified: rows[0]?.emailVerified !== false }
}

const setVerified = (trx: Transaction<Schema>, userId: string) =>
  sql`update identity."user" set "emailVerified" = true, "updatedAt" = now()
    where id = ${userId}`.execute(trx)

async function removeAccess(trx: Transaction<Schema>, userId: string) {
  await forgetBrowsers(trx, userId)
  await voidResetLinks(trx, userId)
}

async function endSessions(trx: Transaction<Schema>, userId: string, keep = '') {
  const { rows } = await sql<{ at: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as at`.execute(trx)
  const at = rows[0]?.at ?? new Date()
  await sql`delete from identity.session
    where "userId" = ${userId} and token <> ${keep}`.execute(trx)
  await sql`update identity.session set "createdAt" = ${at}, "verifiedAtSignIn" = false
    where "userId" = ${userId}`.execute(trx)
  return at
}

/** Voids the reset links of an account: all, those made before one of them, or this one. */
export async function voidResetLinks(
  db: Db,
  userId: string,
  { olderThan, only }: { olderThan?: string; only?: string } = {},
) {
  await sql`delete from identity.verification as link
    where link.identifier like 'reset-password:%' and link.value = ${userId}
      and (${only ?? null}::text is null or link.identifier = 'reset-password:' || ${only ?? null})
      and (${olderThan ?? null}::text is null or link."createdAt" < (
        select newest."createdAt" from identity.verification as newest
        where newest.identifier = 'reset-password:' || ${olderThan ?? null}))`.execute(db)
}
