export interface Credentials {
  email: string
  password: string
}

/**
 * Interface of an identity provider. Methods reject with an AuthError. The shop's own access token
 * belongs to the session, not here.
 */
export interface Identity {
  /** Creates the account; the provider sends the verification mail. */
  signUp(account: Credentials & { name: string }): Promise<void>
  signIn(credentials: Credentials): Promise<void>
  /** Opens the provider's popup. Call it within a click, or the browser blocks it. */
  signInWithGoogle(): Promise<void>
  /**
   * Finishes a Google login by redirect; rejects if no account is signed in. Called only if the
   * callback URL has no error.
   */
  finishGoogle(): Promise<void>
  sendPasswordReset(email: string): Promise<void>
  /** Rejects if the token of a reset mail is no longer valid, and leaves it valid otherwise. */
  checkPasswordReset(token: string): Promise<void>
  confirmPasswordReset(token: string, password: string): Promise<void>
  /** For providers whose mail links to our page; others verify first and then redirect. */
  verifyEmail(code: string): Promise<void>
  /** Confirms the address by a link that was opened in another browser, and signs in. */
  confirmEmail(token: string, credentials: Credentials): Promise<void>
  resendVerification(): Promise<void>
  signOut(): Promise<void>
  /** Deletes the account at a hosted provider, after a sign-in of the last minutes. */
  deleteAccount(): Promise<void>
  /** An ID token with the current name and verification state; undefined when signed out. */
  getIdToken(): Promise<string | undefined>
}
