import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { unauthenticated } from '../errors.ts'

const algorithm = 'ES256'
const audience = 'auto-parts-api'
const lifeSeconds = 60 * 60

interface TokenClaims {
  uid: string
  signedInAt: Date
}

/** What the shop's own pages show of the account; no right rests on it. */
interface TokenLabels {
  email: string
  name: string
  verified: boolean
}

export interface AccessTokens {
  issue(claims: TokenClaims, labels: TokenLabels): Promise<string>
  /** Throws `unauthenticated` for anything but a living token of ours. */
  verify(token: string): Promise<TokenClaims>
}

/** Our own access tokens: signed by us, for us, an hour long, without a role inside. */
export async function createAccessTokens(
  privateJwk: string,
  issuer: string,
): Promise<AccessTokens> {
  const { d, ...publicJwk } = JSON.parse(privateJwk) as JWK
  const kid = await calculateJwkThumbprint(publicJwk)
  const signingKey = await importJWK({ ...publicJwk, ...(d && { d }) }, algorithm)
  const verificationKey = await importJWK(publicJwk, algorithm)

  return {
    issue: ({ uid, signedInAt }, labels) =>
      new SignJWT({ ...labels, auth_time: signedInAt.getTime() / 1000 })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(uid)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifeSeconds}s`)
        .sign(signingKey),

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, verificationKey, {
          algorithms: [algorithm],
          typ: 'at+jwt',
          issuer,
          audience,
          requiredClaims: ['sub', 'exp', 'iat', 'jti', 'auth_time'],
        })
        return {
          uid: String(payload.sub),
          signedInAt: new Date(Number(payload['auth_time']) * 1000),
        }
      } catch {
        throw unauthenticated()
      }
    },
  }
}
