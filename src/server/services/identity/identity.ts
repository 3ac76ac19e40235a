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
  /** Whether the session of the token goes on, where the provider can be asked. */
  hasSession?(claims: IdentityClaims): Promise<boolean>
}

/** Conditions for the tokens of every provider. */
export const tokenRules = {
  clockTolerance: 30,
  requiredClaims: ['sub', 'exp', 'iat', 'email'],
}

/** Verifies ID tokens by the provider's issuer, audience and keys. */
export function createIdentity(options: IdentityOptions): IdentityService {
  const { issuer, audience, keys, algorithms = ['ES256', 'RS256'], accepts = () => true } = options

  async function read(idToken: string) {
    try {
      const rules = { ...tokenRules, algorithms, issuer, audience }
      const { payload } = await jwtVerify(idToken, keys, rules)
      if (!accepts(payload)) throw unauthenticated()
      return claimsOf(payload, issuer)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (error instanceof errors.JWKSTimeout || isFetchFailure(error)) throw keysUnavailable(error)
      throw unauthenticated()
    }
  }

  return {
    async verify(idToken) {
      const claims = await read(idToken)
      if ((await options.hasSession?.(claims)) === false) throw unauthenticated()
      return claims
    },
  }
}

/** The claims of a token whose signature is valid. */
export function claimsOf(payload: JWTPayload, issuer: string): IdentityClaims {
  const signedInAt = fromSeconds(payload['auth_time'] ?? payload.iat)
  if (typeof payload['email'] !== 'string' || !payload.sub) throw unauthenticated()
  if (Date.now() - signedInAt.getTime() > signInDaysMax * dayMs) throw unauthenticated()
  const isVerified = payload['email_verified'] === true
  return {
    issuer,
    uid: payload.sub,
    email: payload['email'].toLowerCase(),
    isVerified,
    wasVerifiedAtSignIn:
      isVerified && (payload['verified_at_sign_in'] ?? isOfSignIn(payload)) === true,
    name: typeof payload['name'] === 'string' ? payload['name'] : '',
    signedInAt,
  }
}

const signInSecondsMax = 60

/** Whether a token was issued with its sign-in, not renewed: hosted providers state no more about its time. */
const isOfSignIn = ({ iat = Infinity, auth_time: signedInAt = iat }: JWTPayload) =>
  iat - Number(signedInAt) <= signInSecondsMax

export const keysUnavailable = (cause: unknown) =>
  new AppError('unavailable', { detail: 'The identity provider cannot be reached' }, cause)

const isFetchFailure = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
