import { safePath } from '#web/lib/session/safe-path.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

/** History state of a navigation to the login. */
export interface LoginState {
  /** Path to return to after login. */
  from?: string
  /** E-mail address of the account just created. */
  signedUp?: string
  passwordChanged?: boolean
  /** Whether a session has ended on the page to return to. */
  sessionEnded?: boolean | undefined
}

/** Parses untrusted history state. */
export function loginStateOf(state: unknown): LoginState & { from: string } {
  const { from, signedUp, passwordChanged, sessionEnded }: Record<keyof LoginState, unknown> = {
    from: undefined,
    signedUp: undefined,
    passwordChanged: undefined,
    sessionEnded: undefined,
    ...(typeof state === 'object' ? state : undefined),
  }
  return {
    from: safePath(from),
    ...(typeof signedUp === 'string' && { signedUp }),
    ...(passwordChanged === true && { passwordChanged }),
    ...(sessionEnded === true && { sessionEnded }),
  }
}

/** The id of the part whose order page waits behind the login. */
export function waitingPart(from: string): string | undefined {
  const before = pathTo.order('')
  const [id] = from.startsWith(before) ? from.slice(before.length).split(/[/?#]/, 1) : []
  return id || undefined
}

/** Why the login is needed; undefined if the visitor came for the login itself. */
export function loginReason(from: string): string | undefined {
  if (waitingPart(from)) return 'Log in or create an account to order this part.'
  if (from.startsWith(pathTo.quickOrder))
    return 'Log in or create an account to place a quick order.'
  if (from.startsWith(pathTo.cart)) return 'Log in or create an account to order your cart.'
  if (from.startsWith(pathTo.dashboard))
    return 'Log in or create an account to open your dashboard.'
  return undefined
}

/** The link of a visitor who has just signed up. */
export function continueText(from: string): string {
  if (waitingPart(from)) return 'Continue to your order'
  if (from.startsWith(pathTo.quickOrder)) return 'Continue to quick order'
  if (from.startsWith(pathTo.cart)) return 'Continue to your cart'
  return from.startsWith(pathTo.dashboard) ? 'Continue to your dashboard' : 'Continue'
}

const originKey = 'login-origin'

/** Stores the return path during a redirect to Google. */
export const saveReturnPath = (path: string) => sessionStorage.setItem(originKey, path)

export const savedReturnPath = () => safePath(sessionStorage.getItem(originKey))
