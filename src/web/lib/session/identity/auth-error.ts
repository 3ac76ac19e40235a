/** User-visible messages for errors of the identity provider. */
const sentences = {
  'auth/account-exists-with-different-credential':
    'This e-mail has an account with a password. Log in with it, or set a new one by “Forgot Password”, and verify your e-mail; then Google works too',
  'auth/cancelled-popup-request': 'The earlier Google window was closed for a new one',
  'auth/email-already-in-use': 'There is already an account with this e-mail',
  'auth/expired-action-code': 'This link has expired or was already used',
  'auth/internal-error': 'The sign-in service failed. Try again in a moment',
  'auth/invalid-action-code': 'This link has expired or was already used',
  'auth/invalid-credential': 'Incorrect email or password',
  'auth/invalid-email': 'This e-mail address is not well formed',
  'auth/network-request-failed': 'The sign-in service cannot be reached. Check your connection',
  'auth/operation-not-allowed': 'This way to log in is switched off',
  'auth/password-does-not-meet-requirements':
    'This password is too easy to guess. Choose another one',
  'auth/popup-blocked': 'The browser blocked the Google window. Allow it and try again',
  'auth/popup-closed-by-user': 'The Google window was closed before the sign-in was finished',
  'auth/too-many-requests':
    'Too many tries. Wait a minute and try again, or set a new password by “Forgot Password”',
  'auth/unauthorized-domain': 'This address of the shop is not allowed to sign in',
  'auth/unverified-email':
    'Google has not verified your e-mail address. Verify it there, or log in with a password',
  'auth/user-cancelled': 'The Google login was cancelled',
  'auth/user-disabled': 'This account is closed',
  'auth/user-not-found': 'There is no account with this e-mail',
  'auth/weak-password': 'This password is too easy to guess. Choose another one',
  'auth/web-storage-unsupported':
    'The browser blocks storage for this page. Allow it and try again',
  'auth/wrong-password': 'Incorrect email or password',
} as const

// specification: 'No user is logged in'
const signedOut = 'No user is logged in'

/** Codes of a provider without a message of their own. */
type UnknownCode = `auth/${string}`

export type AuthCode = keyof typeof sentences | 'auth/no-current-user'

/** An error of the identity provider, with a user-visible message. */
export class AuthError extends Error {
  readonly code: AuthCode | UnknownCode

  constructor(code: AuthCode | UnknownCode, options?: ErrorOptions) {
    super(code === 'auth/no-current-user' ? signedOut : messageFor(code), options)
    this.name = 'AuthError'
    this.code = code
  }
}

/** Without the code, which says nothing to customers; programs read `code`. */
const messageFor = (code: string) => {
  const sentence = Object.entries(sentences).find(([known]) => known === code)?.[1]
  return `${sentence ?? sentences['auth/internal-error']}.`
}
