import { sql } from 'kysely'
import { asSeen, isVisible } from '#contract/formats/visible-text.ts'
import { toSingleLine } from '#contract/shared/fields.ts'
import type { Db } from '../../db/index.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { AppError, unauthenticated } from '../../errors/errors.ts'
import type { IdentityClaims } from '../../services/identity/claims.ts'
import { grantConfiguredAdmin } from '../users/admins.ts'

export interface Account {
  uid: string
  email: string
  name: string
  email_verified: boolean
}

interface SignIn {
  identity: IdentityClaims
  name?: string | undefined
  /** Whether the configuration makes this address an admin, and it was verified before the sign-in. */
  isConfiguredAdmin: boolean
}

/** Whether a sign-in changes an account instead of creating one. */
export async function isKnownAccount(db: Db, { uid, email }: IdentityClaims): Promise<boolean> {
  const known = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('uid', '=', uid), where('email', '=', email)]))
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/**
 * Creates or updates the account of an ID token. The uid identifies the account; its email address may change.
 * Throws when the account is closed or the sign-in was revoked.
 */
export async function signInAccount(db: Db, signIn: SignIn): Promise<Account> {
  const { identity } = signIn
  let account
  try {
    account = await upsertAccount(db, signIn)
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    await refuseErased(db, identity)
    account = await takeOverAccount(db, signIn)
  }
  if (account.deactivated_at) {
    throw new AppError('forbidden', { detail: 'This account has been closed' })
  }
  const revoked = await db
    .selectFrom('revoked_sessions')
    .select('user_id')
    .where('user_id', '=', account.id)
    .where('signed_in_at', '=', identity.signedInAt)
    .executeTakeFirst()
  const { signed_out_before: signedOutBefore } = account
  if (revoked || (signedOutBefore && signedOutBefore > identity.signedInAt)) {
    throw unauthenticated()
  }
  if (signIn.isConfiguredAdmin && account.email_verified && account.role !== 'admin') {
    await grantConfiguredAdmin(db, account.id)
  }
  return account
}

const nameLengthMax = 100

/** Providers allow any name; unsuitable ones are shortened instead of rejected. */
const nameOf = ({ identity, name = '' }: SignIn) =>
  (seenName(name) || seenName(identity.name)).slice(0, nameLengthMax)

const seenName = (name: string) => (isVisible(name) ? asSeen(toSingleLine(name)).trim() : '')

const claimedColumns = ({ identity }: SignIn) => ({
  issuer: identity.issuer,
  email: identity.email,
  email_verified: identity.isVerified,
})

/** The first known name is kept; its owner changes it in the profile. */
const changes = (signIn: SignIn) => ({
  ...claimedColumns(signIn),
  name: sql<string>`coalesce(nullif(users.name, ''), ${nameOf(signIn)})`,
})

const upsertAccount = (db: Db, signIn: SignIn) =>
  db.transaction().execute(async (trx) => {
    const account = await trx
      .insertInto('users')
      .values({
        uid: signIn.identity.uid,
        name: nameOf(signIn),
        ...claimedColumns(signIn),
      })
      .onConflict((conflict) => conflict.column('uid').doUpdateSet(changes(signIn)))
      .returningAll()
      .executeTakeFirstOrThrow()
    await refuseErased(trx, signIn.identity)
    return account
  })

/**
 * A sign-in from before the erasure of its account must not open the account again. Checked after the row is
 * written, which waits for an erasure that is not committed yet.
 */
async function refuseErased(db: Db, { uid, signedInAt }: IdentityClaims) {
  const erased = await db
    .selectFrom('erased_identities')
    .select('uid_hash')
    .where('uid_hash', '=', sql<string>`encode(sha256(convert_to(${uid}, 'UTF8')), 'hex')`)
    .where('erased_at', '>=', signedInAt)
    .executeTakeFirst()
  if (erased) throw unauthenticated()
}

/** Another provider's account has a known address: only a verified address may take over the account. */
async function takeOverAccount(db: Db, signIn: SignIn) {
  const { identity } = signIn
  if (!identity.isVerified) {
    throw new AppError('email-not-verified', {
      detail: 'An account with this email address exists. Verify the address to use it.',
    })
  }
  try {
    return await db
      .updateTable('users')
      .set({ uid: identity.uid, ...changes(signIn) })
      .where('email', '=', identity.email)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (!isUniqueViolation(error, 'users_uid_key')) throw error
    throw new AppError('duplicate', { detail: 'Another account already has this email address' })
  }
}

/** Revokes every earlier sign-in of an account of the embedded provider, whose sign-in times are exact. */
export async function signOutEverywhere(db: Db, uid: string, before: Date) {
  await db.updateTable('users').set({ signed_out_before: before }).where('uid', '=', uid).execute()
}

/** Revokes one sign-in with its access tokens and ID tokens. */
export async function revokeSession(db: Db, userId: string, signedInAt: Date) {
  await db
    .insertInto('revoked_sessions')
    .values({ user_id: userId, signed_in_at: signedInAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'signed_in_at']).doNothing())
    .execute()
}
