/** User-visible messages for errors of the identity provider. */
const sentences = {
  'auth/account-exists-with-different-credential':
    'This email already has an account with a password. Log in with it, or use “Forgot Password”, and verify your email. Then you can also log in with Google',
  'auth/cancelled-popup-request':
    'The earlier Google window was closed because a new one was opened',
  'auth/email-already-in-use': 'There is already an account with this email',
  'auth/expired-action-code': 'This link has expired or was already used',
  'auth/internal-error': 'The sign-in service failed. Try again in a moment',
  'auth/invalid-action-code': 'This link has expired or was already used',
  'auth/invalid-credential': 'Incorrect email or password',
  'auth/invalid-email':
    'This email address cannot be used. Before the @ it may have letters, digits and . _ + - ’',
  'auth/network-request-failed': 'The sign-in service cannot be reached. Check your connection',
  'auth/operation-not-allowed': 'This way of logging in is switched off',
  'auth/password-does-not-meet-requirements':
    'This password is too easy to guess. Choose another one',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow it and try again',
  'auth/popup-closed-by-user': 'The Google window was closed before you finished logging in',
  'auth/too-many-requests':
    'Too many attempts. Wait a minute and try again, or use “Forgot Password”',
  'auth/unauthorized-domain': 'Logging in is not allowed from this address of the shop',
  'auth/unverified-email':
    'Google has not verified your email address. Verify it with Google, or log in with a password',
  'auth/user-cancelled': 'The Google login was cancelled',
  'auth/user-disabled': 'This account is closed',
  'auth/user-not-found': 'There is no account with this email',
  'auth/weak-password': 'This password is too easy to guess. Choose another one',
  'auth/web-storage-unsupported':
    'Your browser blocks storage for this page. Allow it and try again',
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
