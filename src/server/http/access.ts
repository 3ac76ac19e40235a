import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/shared/endpoint.ts'
import { freshSignInMinutes } from '#contract/privacy/own-data.ts'
import type { LimitName } from '#contract/shared/limits.ts'
import { rateLimitKey } from './limits/rate-limit-key.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Database } from '../db/index.ts'
import { prepared } from '../db/index.ts'
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

// Read on every request, so that demotion, logout and deactivation take effect at once.
export const findUser = prepared<UserRow, [uid: string, signedInAt: Date]>(
  'user-of-token',
  `select id, email, name, role, email_verified, case when email_verified then price_list end as price_list,
     trade.user_id is not null as "isTrade", coalesce(trade.needs_reference, false) as "needsReference"
   from users left join trade_accounts as trade
     on email_verified and trade.user_id = users.id and trade.state = 'approved'
   where uid = $1 and deactivated_at is null
     and (signed_out_before is null or signed_out_before <= $2) and not exists (
     select from revoked_sessions where user_id = users.id and signed_in_at = $2)`,
)

/** Counts a public request by address. */
export function limitPublicCall(
  limit: LimitName = 'reads',
  request: FastifyRequest,
  { limits }: Pick<Guards, 'limits'>,
) {
  limits.take(limit, rateLimitKey(request.ip))
}

/** Throws unless the caller has access. Runs before parsing, so that strangers learn nothing about fields. */
export async function requireAccess(
  access: Exclude<Access, 'public'>,
  request: FastifyRequest,
  guards: Guards,
) {
  const { limits } = guards
  const address = rateLimitKey(request.ip)
  const token = bearerToken(request)
  // Only failures count and are refused: others may share the address.
  const countFailure = (error: unknown): never => {
    if (error instanceof AppError && error.code === 'unauthenticated') {
      limits.take('failedTokens', address)
    }
    throw error
  }
  if (access === 'identity') {
    const identity = await guards.identity.verify(token).catch(countFailure)
    limits.take('exchanges', identity.uid)
    limits.take('exchangesFromAddress', address)
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
  const [row] = await isFresh(database.pool, [user.signedInAt, freshSignInMinutes])
  if (!row?.isFresh) throw new AppError('sign-in-too-old')
}

const isFresh = prepared<{ isFresh: boolean }, [signedInAt: Date, minutes: number]>(
  'is-fresh-sign-in',
  `select $1::timestamptz > now() - make_interval(mins => $2) as "isFresh"`,
)

async function findUserOf(token: string, guards: Guards): Promise<User> {
  const claims = await guards.tokens.verify(token)
  const [row] = await findUser(guards.database.pool, [claims.uid, claims.signedInAt])
  if (!row) throw unauthenticated()
  const { role, email_verified: isVerified, price_list: priceList, ...user } = row
  return { ...user, ...claims, isVerified, priceList, isAdmin: role === 'admin' && isVerified }
}

function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated()
  return token
}
