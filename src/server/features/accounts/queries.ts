import { sql } from 'kysely'
import { asOneLine } from '#contract/shared/fields.ts'
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
  /** The configuration makes this address an admin once it is verified. */
  isConfiguredAdmin: boolean
}

/**
 * Creates or refreshes the account behind an ID token. Rows belong to the uid; the e-mail is a label
 * that follows it. Throws when the account is closed or this sign-in was signed out.
 */
export async function signInAccount(db: Db, signIn: SignIn): Promise<Account> {
  const { identity } = signIn
  let account
  try {
    account = await upsertAccount(db, signIn)
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error
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

/** Providers let people call themselves anything, and nobody is kept out for that. */
const nameOf = ({ identity, name = '' }: SignIn) =>
  (asOneLine(name) || asOneLine(identity.name)).slice(0, nameLengthMax)

const vouchedFor = ({ identity }: SignIn) => ({
  issuer: identity.issuer,
  email: identity.email,
  email_verified: identity.isVerified,
})

/** The first name that is known stays: from then on its owner changes it in the profile. */
const changes = (signIn: SignIn) => ({
  ...vouchedFor(signIn),
  name: sql<string>`coalesce(nullif(users.name, ''), ${nameOf(signIn)})`,
})

const upsertAccount = (db: Db, signIn: SignIn) =>
  db
    .insertInto('users')
    .values({
      uid: signIn.identity.uid,
      name: nameOf(signIn),
      ...vouchedFor(signIn),
    })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(changes(signIn)))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Another provider vouches for an address we know: only a verified one may take its account over. */
async function takeOverAccount(db: Db, signIn: SignIn) {
  const { identity } = signIn
  if (!identity.isVerified) {
    throw new AppError('email-not-verified', {
      detail: 'An account with this e-mail address exists. Verify the address to use it.',
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
    throw new AppError('duplicate', { detail: 'Another account has this e-mail address already' })
  }
}

/** Ends every sign-in of an account that the shop's own provider knows: it tells their times exactly. */
export async function signOutEverywhere(db: Db, uid: string) {
  await db
    .updateTable('users')
    .set({ signed_out_before: sql<Date>`now()` })
    .where('uid', '=', uid)
    .execute()
}

/** Ends one sign-in: its access tokens and its ID tokens are refused from now on. */
export async function revokeSession(db: Db, userId: string, signedInAt: Date) {
  await db
    .insertInto('revoked_sessions')
    .values({ user_id: userId, signed_in_at: signedInAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'signed_in_at']).doNothing())
    .execute()
}
