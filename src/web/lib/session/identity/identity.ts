export interface Credentials {
  email: string
  password: string
}

/**
 * The identity provider, as the shop sees it. Every failure is an AuthError.
 * Nothing here knows the shop's own access token: that is the session's part.
 */
export interface Identity {
  /** Creates the account; the provider sends the mail that verifies the address. */
  signUp(account: Credentials & { name: string }): Promise<void>
  signIn(credentials: Credentials): Promise<void>
  /** Opens the provider's window. Call it in a click, or the browser blocks it. */
  signInWithGoogle(): Promise<void>
  /**
   * Ends the login with Google that has taken this window along; fails unless somebody is signed in.
   * Only for a provider that comes back without an error in the address.
   */
  finishGoogle(): Promise<void>
  sendPasswordReset(email: string): Promise<void>
  confirmPasswordReset(token: string, password: string): Promise<void>
  /** For a provider whose mail leads to a page of ours; others verify before they lead there. */
  verifyEmail(code: string): Promise<void>
  resendVerification(): Promise<void>
  signOut(): Promise<void>
  /** A token with the account's present name and state of verification; undefined when nobody is signed in. */
  getIdToken(): Promise<string | undefined>
}
