/** What the identity provider states in an ID token. */
export interface IdentityClaims {
  issuer: string
  uid: string
  email: string
  isVerified: boolean
  /** Whether the address was verified before the sign-in, so that the sign-in gains rights by it. */
  wasVerifiedAtSignIn: boolean
  name: string
  signedInAt: Date
}

/** What an access token states; rights are read from the database. */
export interface TokenClaims {
  uid: string
  signedInAt: Date
}

/** Throws `unauthenticated` for any token but a valid one, `unavailable` without the keys to check it. */
export interface Verifier<Claims> {
  verify(token: string): Promise<Claims>
}
