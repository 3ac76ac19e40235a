import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/endpoint.ts'
import type { Database } from './db/index.ts'
import { prepared } from './db/index.ts'
import { AppError, unauthenticated } from './errors.ts'
import type { AccessTokens } from './services/access-tokens.ts'
import type { IdentityClaims, IdentityService } from './services/identity.ts'

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
const findUser = prepared<UserRow, [uid: string, signedInAt: Date]>(
  'user-of-token',
  `select id, email, name, role, email_verified from users
   where uid = $1 and deactivated_at is null and not exists (
     select from revoked_sessions where user_id = users.id and signed_in_at = $2)`,
)

/** Lets a request through, or throws. Runs before any parsing, so a stranger learns nothing about fields. */
export async function requireAccess(access: Access, request: FastifyRequest, guards: Guards) {
  if (access === 'public') return
  const token = bearerToken(request)
  if (access === 'identity') {
    request.identity = await guards.identity.verify(token)
    return
  }
  const claims = await guards.tokens.verify(token)
  const [row] = await findUser(guards.database.pool, [claims.uid, claims.signedInAt])
  if (!row) throw unauthenticated()
  const { role, email_verified: isVerified, ...user } = row
  request.user = { ...user, ...claims, isVerified, isAdmin: role === 'admin' && isVerified }
  if (access === 'admin' && !request.user.isAdmin) throw new AppError('forbidden')
}

function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated()
  return token
}
