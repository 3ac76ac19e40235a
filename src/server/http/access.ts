import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/shared/endpoint.ts'
import { freshSignInMinutes } from '#contract/own-data.ts'
import type { LimitName } from '#contract/shared/limits.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { batched } from '../db/batched.ts'
import type { Database } from '../db/index.ts'
import { prepared } from '../db/prepared.ts'
import { AppError, unauthenticated } from '../errors/errors.ts'
import type { LoadShedder } from './limits/load-shedding.ts'
import type { IdentityClaims, TokenClaims, Verifier } from '../services/identity/claims.ts'

/** The account behind an access token, as stored now. */
export interface User {
  id: string
  uid: string
  email: string
  name: string
  isAdmin: boolean
  isVerified: boolean
  /** Whether it is an approved trade account with a verified address. */
  isTrade: boolean
  /** Whether its orders must have the buyer's own number. */
  needsReference: boolean
  /** The account's price list; null while its address is unverified, which may be another person's. */
  priceList: string | null
  /** The sign-in this token comes from. */
  signedInAt: Date
}

export interface Guards {
  database: Database
  tokens: Verifier<TokenClaims>
  identity: Verifier<IdentityClaims>
  limits: RateLimits
  loadShedder: LoadShedder
}

declare module 'fastify' {
  interface FastifyRequest {
    user?: User
    identity?: IdentityClaims
  }
}

type UserRow = {
  id: string
  email: string
  name: string
  role: 'customer' | 'admin'
  email_verified: boolean
  isTrade: boolean
  needsReference: boolean
  price_list: string | null
}

// Read on every request, so that demotion, logout and deactivation take effect at once. As results of their own the arrays
// have no length for the planner: it keeps one plan instead of making one for each call (docs/decisions/0105).
export const findUsers = prepared<UserRow & SignIn, { uids: string[]; signIns: Date[] }>(
  'users-of-tokens',
  (p) => `select uid, signed_in as "signedInAt", id, email, name, role, email_verified,
     case when email_verified then price_list end as price_list,
     trade.user_id is not null as "isTrade", coalesce(trade.needs_reference, false) as "needsReference"
   from unnest((select ${p.uids}::text[]), (select ${p.signIns}::timestamptz[])) as token (of_uid, signed_in)
     join users on uid = of_uid
     left join trade_accounts as trade
       on email_verified and trade.user_id = users.id and trade.state = 'approved'
   where deactivated_at is null
     and (signed_out_before is null or signed_out_before <= signed_in) and not exists (
     select from revoked_sessions where user_id = users.id and signed_in_at = signed_in)`,
)

/**
 * Reads the account of a token, with those of simultaneous requests in one statement. A row is found by the account and the
 * sign-in that it has itself, never by its place, so that no request gets the account of another (docs/decisions/0088).
 */
const readUser = batched(async (pool, keys) => {
  const [signIns, uids] = [keys.map(signInOf), keys.map(uidOf)]
  const rows = await findUsers(pool, { uids, signIns })
  return new Map(rows.map((row) => [keyOf(row), row]))
})

type SignIn = Pick<TokenClaims, 'uid' | 'signedInAt'>

const keyOf = ({ uid, signedInAt }: SignIn) => `${signedInAt.getTime()} ${uid}`
const signInOf = (key: string) => new Date(Number(key.slice(0, key.indexOf(' '))))
const uidOf = (key: string) => key.slice(key.indexOf(' ') + 1)

/** Counts a public request by address. */
export function limitPublicCall(
  limit: LimitName = 'reads',
  request: FastifyRequest,
  { limits }: Pick<Guards, 'limits'>,
) {
  limits.takeFrom(limit, request.ip)
}

/** Throws unless the caller has access. Runs before parsing, so that strangers learn nothing about fields. */
export async function requireAccess(
  access: Exclude<Access, 'public'>,
  request: FastifyRequest,
  guards: Guards,
) {
  const { limits } = guards
  const token = bearerToken(request)
  // Only failures count and are refused: others may share the address.
  const countFailure = (error: unknown): never => {
    if (error instanceof AppError && error.code === 'unauthenticated') {
      limits.takeFrom('failedTokens', request.ip)
    }
    throw error
  }
  if (access === 'identity') {
    const identity = await guards.identity.verify(token).catch(countFailure)
    limits.take('exchanges', identity.uid)
    limits.takeFrom('exchangesFromAddress', request.ip)
    request.identity = identity
    return
  }
  const user = await findUserOf(token, guards).catch(countFailure)
  limits.take('calls', user.id)
  request.user = user
  if (access === 'admin' && !user.isAdmin) throw new AppError('forbidden')
}

/**
 * Throws unless the caller signed in within the last minutes, by the database's clock. A stolen token or an
 * open browser alone is not enough.
 */
export async function requireFreshSignIn({ database }: Pick<Guards, 'database'>, user: User) {
  const [row] = await isFresh(database.pool, {
    signedInAt: user.signedInAt,
    minutes: freshSignInMinutes,
  })
  if (!row?.isFresh) throw new AppError('sign-in-too-old')
}

const isFresh = prepared<{ isFresh: boolean }, { signedInAt: Date; minutes: number }>(
  'is-fresh-sign-in',
  (p) =>
    `select ${p.signedInAt}::timestamptz > now() - make_interval(mins => ${p.minutes}) as "isFresh"`,
)

async function findUserOf(token: string, guards: Guards): Promise<User> {
  const claims = await guards.tokens.verify(token)
  const row = await readUser(guards.database.pool, keyOf(claims))
  if (!row) throw unauthenticated()
  const { role, email_verified: isVerified, price_list: priceList, ...user } = row
  return { ...user, ...claims, isVerified, priceList, isAdmin: role === 'admin' && isVerified }
}

function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated()
  return token
}
