import { safePath } from '#web/lib/session/safe-path.ts'

/** History state of a navigation to the login. */
export interface LoginState {
  /** Path to return to after login. */
  from?: string
  /** E-mail address of the account just created. */
  signedUp?: string
  passwordChanged?: boolean
}

/** Parses untrusted history state. */
export function loginStateOf(state: unknown): LoginState & { from: string } {
  const { from, signedUp, passwordChanged }: Record<keyof LoginState, unknown> = {
    from: undefined,
    signedUp: undefined,
    passwordChanged: undefined,
    ...(typeof state === 'object' ? state : undefined),
  }
  return {
    from: safePath(from),
    ...(typeof signedUp === 'string' && { signedUp }),
    ...(passwordChanged === true && { passwordChanged }),
  }
}

/** The id of the part whose order page waits behind the login. */
export const waitingPart = (from: string) => /^\/order\/([^/?#]+)/.exec(from)?.[1]

/** Why the login is needed; undefined if the visitor came for the login itself. */
export function loginReason(from: string): string | undefined {
  if (waitingPart(from)) return 'Log in or create an account to order this part.'
  if (from.startsWith('/quick-order')) return 'Log in or create an account to place a quick order.'
  if (from.startsWith('/cart')) return 'Log in or create an account to order your cart.'
  if (from.startsWith('/dashboard')) return 'Log in or create an account to open your dashboard.'
  return undefined
}

const originKey = 'login-origin'

/** Stores the return path during a redirect to Google. */
export const saveReturnPath = (path: string) => sessionStorage.setItem(originKey, path)

export const savedReturnPath = () => safePath(sessionStorage.getItem(originKey))
