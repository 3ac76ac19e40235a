import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/shared/endpoint.ts'
import type { LimitName } from '#contract/shared/limits.ts'
import { callerAt } from './limits/rate-limit-key.ts'
import type { CallLimits } from './limits/rate-limits.ts'
import type { Database } from '../db/index.ts'
import { prepared } from '../db/index.ts'
import { AppError, unauthenticated } from './errors.ts'
import type { Gate } from './limits/load-shedding.ts'
import type { AccessTokens } from '../services/identity/access-tokens.ts'
import type { IdentityClaims, IdentityService } from '../services/identity/identity.ts'

/** The account behind an access token, as its row stands now. */
export interface User {
  id: string
  uid: string
  email: string
  name: string
  isAdmin: boolean
  isVerified: boolean
  /** The sign-in this token comes from. */
  signedInAt: Date
}

export interface Guards {
  database: Database
  tokens: AccessTokens
  identity: IdentityService
  limits: CallLimits
  gate: Gate
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
}

// The row is read on every request, so demotion, logout and deactivation hold at once.
export const findUser = prepared<UserRow, [uid: string, signedInAt: Date]>(
  'user-of-token',
  `select id, email, name, role, email_verified from users
   where uid = $1 and deactivated_at is null
     and (signed_out_before is null or signed_out_before <= $2) and not exists (
     select from revoked_sessions where user_id = users.id and signed_in_at = $2)`,
)

/** The address of requests that the shop makes of itself; no connection has it. */
export const shopItself = 'the shop itself'

/** Counts a call that anybody may make, or throws. */
export function countPublicCall(
  limit: LimitName = 'reads',
  request: FastifyRequest,
  { limits }: Pick<Guards, 'limits'>,
) {
  if (request.raw.socket.remoteAddress !== shopItself) limits.take(limit, callerAt(request.ip))
}

/** Lets a request through, or throws. Runs before any parsing, so a stranger learns nothing about fields. */
export async function requireAccess(
  access: Exclude<Access, 'public'>,
  request: FastifyRequest,
  guards: Guards,
) {
  const { limits } = guards
  const address = callerAt(request.ip)
  const token = bearerToken(request)
  // Only whoever fails is counted and refused: an address may be shared with those who do not.
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

async function findUserOf(token: string, guards: Guards): Promise<User> {
  const claims = await guards.tokens.verify(token)
  const [row] = await findUser(guards.database.pool, [claims.uid, claims.signedInAt])
  if (!row) throw unauthenticated()
  const { role, email_verified: isVerified, ...user } = row
  return { ...user, ...claims, isVerified, isAdmin: role === 'admin' && isVerified }
}

function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated()
  return token
}
