import { errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { IdentityClaims, Verifier } from './claims.ts'
import { AppError, unauthenticated } from '../../errors/errors.ts'
import { fromSeconds } from './seconds.ts'

/** Verifies the ID tokens that the provider has issued for the shop. */
export type IdentityService = Verifier<IdentityClaims>

/** Longest time since the login, however often the session was renewed. */
export const signInDaysMax = 30
const dayMs = 24 * 60 * 60 * 1000

interface IdentityOptions {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms?: string[]
  /** A further condition for the claims. */
  accepts?(claims: JWTPayload): boolean
}

/** Conditions for the tokens of every provider. */
export const tokenRules = {
  clockTolerance: 30,
  requiredClaims: ['sub', 'exp', 'iat', 'email'],
}

/** Verifies ID tokens by the provider's issuer, audience and keys. */
export function createIdentity(options: IdentityOptions): IdentityService {
  const { issuer, audience, keys, algorithms = ['ES256', 'RS256'], accepts = () => true } = options
  return {
    async verify(idToken) {
      try {
        const rules = { ...tokenRules, algorithms, issuer, audience }
        const { payload } = await jwtVerify(idToken, keys, rules)
        if (!accepts(payload)) throw unauthenticated()
        return claimsOf(payload, issuer)
      } catch (error) {
        if (error instanceof AppError) throw error
        if (error instanceof errors.JWKSTimeout || isFetchFailure(error)) throw keysUnavailable()
        throw unauthenticated()
      }
    },
  }
}

/** The claims of a token whose signature is valid. */
export function claimsOf(payload: JWTPayload, issuer: string): IdentityClaims {
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
