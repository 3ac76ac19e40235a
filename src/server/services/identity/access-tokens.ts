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
/** Nodes' clocks differ a little. */
const { clockTolerance } = tokenRules

/** Some megabytes, and as many callers as come within an hour. */
const rememberedMax = 10_000

/**
 * A token whose signature was found good stays so to its end: only that is remembered. Whether its
 * sign-in and account still stand is read for every request.
 */
interface Remembered {
  claims: TokenClaims
  endsAt: number
}

/** What the shop's own pages show of the account; no right rests on it. */
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
 * Our own access tokens: signed by us, for us, an hour long, without a role inside. Tokens of the
 * keys of before hold to their end, so a new key signs nobody out.
 */
export async function createAccessTokens(config: Keys): Promise<AccessTokens> {
  const issuer = config.PUBLIC_URL
  const privateKey = JSON.parse(config.TOKEN_PRIVATE_KEY) as JWK
  const signingKey = await importJWK(privateKey, algorithm)
  const publicKey = await publicPart(privateKey)
  const previous = await Promise.all(config.TOKEN_PREVIOUS_KEYS.map(publicPart))
  const keys = createLocalJWKSet({ keys: [publicKey, ...previous] })
  const remembered = new Map<string, Remembered>()

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
      const known = remembered.get(token)
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
        if (remembered.size >= rememberedMax) forgetOldest(remembered)
        remembered.set(token, { claims, endsAt: (Number(payload.exp) + clockTolerance) * 1000 })
        return claims
      } catch {
        remembered.delete(token)
        throw unauthenticated()
      }
    },
  }
}

const forgetOldest = (remembered: Map<string, Remembered>) =>
  remembered.delete(remembered.keys().next().value ?? '')

/** Named by its thumbprint, as in the tokens it signs. */
async function publicPart({ kty, crv, x, y }: JWK) {
  const key = { kty, crv, x, y } as JWK
  return { ...key, kid: await calculateJwkThumbprint(key) }
}
