import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import type { JWK } from 'jose'
import type { Config } from '../../config/config.ts'
import type { TokenClaims, Verifier } from './claims.ts'
import { unauthenticated } from '../../errors/errors.ts'
import { tokenRules } from './identity.ts'
import { fromSeconds } from './seconds.ts'

const algorithm = 'ES256'
const audience = 'auto-parts-api'
const lifeSeconds = 60 * 60
/** The clocks of nodes differ by seconds. */
const { clockTolerance } = tokenRules

/** A few megabytes, enough for the callers of an hour. */
const verifiedMax = 10_000

/**
 * A cached signature check: a valid signature stays valid until the token expires. Revocation and the state of
 * the account are read for every request.
 */
interface VerifiedToken {
  claims: TokenClaims
  endsAt: number
}

/** Labels of the account for the pages; no right depends on them. */
interface TokenLabels {
  email: string
  name: string
  verified: boolean
}

export interface AccessTokens extends Verifier<TokenClaims> {
  issue(claims: TokenClaims, labels: TokenLabels): Promise<string>
}

type Keys = Pick<Config, 'TOKEN_PRIVATE_KEY' | 'TOKEN_PREVIOUS_KEYS' | 'PUBLIC_URL'>

/**
 * The shop's access tokens: issued and verified by the shop, valid for an hour, without a role. Tokens signed
 * with previous keys stay valid until they expire, so that a new key signs nobody out.
 */
export async function createAccessTokens(config: Keys): Promise<AccessTokens> {
  const issuer = config.PUBLIC_URL
  const privateKey = JSON.parse(config.TOKEN_PRIVATE_KEY) as JWK
  const signingKey = await importJWK(privateKey, algorithm)
  const publicKey = await publicPart(privateKey)
  const previous = await Promise.all(config.TOKEN_PREVIOUS_KEYS.map(publicPart))
  const keys = createLocalJWKSet({ keys: [publicKey, ...previous] })
  const verified = new Map<string, VerifiedToken>()

  return {
    issue: ({ uid, signedInAt }, labels) =>
      new SignJWT({ ...labels, auth_time: signedInAt.getTime() / 1000 })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid: publicKey.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(uid)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifeSeconds}s`)
        .sign(signingKey),

    async verify(token) {
      const known = verified.get(token)
      if (known && Date.now() < known.endsAt) return known.claims
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: [algorithm],
          typ: 'at+jwt',
          issuer,
          audience,
          clockTolerance,
          requiredClaims: ['sub', 'exp', 'iat', 'jti', 'auth_time'],
        })
        const claims = {
          uid: String(payload.sub),
          signedInAt: fromSeconds(payload['auth_time']),
        }
        if (verified.size >= verifiedMax) evictOldest(verified)
        verified.set(token, { claims, endsAt: (Number(payload.exp) + clockTolerance) * 1000 })
        return claims
      } catch {
        verified.delete(token)
        throw unauthenticated()
      }
    },
  }
}

const evictOldest = (remembered: Map<string, VerifiedToken>) =>
  remembered.delete(remembered.keys().next().value ?? '')

/** The key's id is its thumbprint, as in the tokens that it signs. */
async function publicPart({ kty, crv, x, y }: JWK) {
  const key = { kty, crv, x, y } as JWK
  return { ...key, kid: await calculateJwkThumbprint(key) }
}
