import { safePath } from '#web/lib/session/safe-path.ts'

/** What a page that leads to the login leaves in the history's state. */
export interface LoginState {
  /** Where the visitor wanted to go. */
  from?: string
  /** The address that has just signed up. */
  signedUp?: string
  passwordChanged?: boolean
}

/** Reads the state of a location, which the browser keeps and anything may have written. */
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

/** Keeps the way back while Google has this window. */
export const keepOrigin = (path: string) => sessionStorage.setItem(originKey, path)

export const keptOrigin = () => safePath(sessionStorage.getItem(originKey))
