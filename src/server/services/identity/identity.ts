import { errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { IdentityClaims, Verifier } from './claims.ts'
import { AppError, unauthenticated } from '../../errors/errors.ts'
import { fromSeconds } from './seconds.ts'

/** Verifies the ID tokens that the provider has issued for the shop. */
export type IdentityService = Verifier<IdentityClaims>

/** After this long somebody has to give the password again, however often the session was renewed. */
export const signInDaysMax = 30
const dayMs = 24 * 60 * 60 * 1000

interface IdentityOptions {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms?: string[]
  /** What else the claims of a token must be. */
  accepts?(claims: JWTPayload): boolean
}

/** What every provider's tokens must tell. */
export const tokenRules = {
  clockTolerance: 30,
  requiredClaims: ['sub', 'exp', 'iat', 'email'],
}

/** All the server knows of an identity provider: who it is, whom it speaks to, and its keys. */
export function createIdentity(options: IdentityOptions): IdentityService {
  const { issuer, audience, keys, algorithms = ['ES256', 'RS256'], accepts = () => true } = options
  return {
    async verify(idToken) {
      try {
        const rules = { ...tokenRules, algorithms, issuer, audience }
        const { payload } = await jwtVerify(idToken, keys, rules)
        if (!accepts(payload)) throw unauthenticated()
        return identityIn(payload, issuer)
      } catch (error) {
        if (error instanceof AppError) throw error
        if (error instanceof errors.JWKSTimeout || isFetchFailure(error)) throw keysUnavailable()
        throw unauthenticated()
      }
    },
  }
}

/** The claims of a token that is known to be the provider's. */
export function identityIn(payload: JWTPayload, issuer: string): IdentityClaims {
  const signedInAt = fromSeconds(payload['auth_time'] ?? payload.iat)
  if (typeof payload['email'] !== 'string' || !payload.sub) throw unauthenticated()
  if (Date.now() - signedInAt.getTime() > signInDaysMax * dayMs) throw unauthenticated()
  return {
    issuer,
    uid: payload.sub,
    email: payload['email'].toLowerCase(),
    isVerified: payload['email_verified'] === true,
    name: typeof payload['name'] === 'string' ? payload['name'] : '',
    signedInAt,
  }
}

export const keysUnavailable = () =>
  new AppError('unavailable', { detail: 'The identity provider cannot be reached' })

const isFetchFailure = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
