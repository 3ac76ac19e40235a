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

const originKey = 'login-origin'

/** Stores the return path during a redirect to Google. */
export const saveReturnPath = (path: string) => sessionStorage.setItem(originKey, path)

export const savedReturnPath = () => safePath(sessionStorage.getItem(originKey))
