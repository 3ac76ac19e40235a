import { initializeApp } from '@firebase/app'
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updateProfile,
} from '@firebase/auth'
import type { Auth } from '@firebase/auth'
import type { PublicConfig } from '#contract/shop.ts'
import { AuthError } from './auth-error.ts'
import { completePath } from './google-window.ts'
import type { Identity } from './identity.ts'

export type Settings = NonNullable<PublicConfig['identity']['firebase']>

/** The hosted identity provider, with a session that all tabs of the browser share. */
export function createFirebaseIdentity(settings: Settings): Identity {
  const auth = openAuth(settings)

  return {
    async signUp({ name, email, password }) {
      await during(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await updateProfile(user, { displayName: name })
        await sendEmailVerification(user, backTo('/login?verified=1'))
      })
    },

    async signIn({ email, password }) {
      await during(() => signInWithEmailAndPassword(auth, email, password))
    },

    async signInWithGoogle() {
      try {
        await signInWithPopup(auth, googleLogin())
      } catch (error) {
        if (codeOf(error) !== 'auth/popup-blocked') throw asAuthError(error)
        await leaveForGoogle(auth)
      }
    },

    async finishGoogle() {
      await during(() => getRedirectResult(auth))
      // Somebody who comes back without having chosen an account is nobody, and no error.
      if (!auth.currentUser) throw new AuthError('auth/popup-closed-by-user')
    },

    async sendPasswordReset(email) {
      await during(() => sendPasswordResetEmail(auth, email, backTo('/login')))
    },

    async confirmPasswordReset(code, password) {
      await during(() => confirmPasswordReset(auth, code, password))
    },

    async verifyEmail(code) {
      await during(() => applyActionCode(auth, code))
    },

    async resendVerification() {
      await auth.authStateReady()
      const { currentUser } = auth
      if (!currentUser) throw new AuthError('auth/no-current-user')
      await during(() => sendEmailVerification(currentUser, backTo('/dashboard')))
    },

    async signOut() {
      await during(() => signOut(auth))
    },

    async getIdToken() {
      await auth.authStateReady()
      try {
        // A new one each time: the one at hand may be older than the name or the verified e-mail.
        return await auth.currentUser?.getIdToken(true)
      } catch (error) {
        if (isOver(codeOf(error))) return undefined
        throw asAuthError(error)
      }
    },
  }
}

function openAuth({ emulatorUrl, ...settings }: Settings): Auth {
  const auth = initializeAuth(initializeApp(settings), {
    // Browsers that refuse storage keep somebody signed in for as long as the page is open.
    persistence: [browserLocalPersistence, inMemoryPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}

function googleLogin() {
  const provider = new GoogleAuthProvider()
  provider.setCustomParameters({ prompt: 'select_account' })
  return provider
}

/** The provider comes back to the address that it was left from: it has to be the page that ends a login. */
async function leaveForGoogle(auth: Auth) {
  const { href } = location
  history.replaceState(history.state, '', completePath)
  try {
    await signInWithRedirect(auth, googleLogin())
  } catch (error) {
    history.replaceState(history.state, '', href)
    throw asAuthError(error)
  }
}

/** Where the provider's own page for a mail's link leads on to. */
const backTo = (path: string) => ({ url: new URL(path, location.origin).href })

async function during(step: () => Promise<unknown>) {
  try {
    await step()
  } catch (error) {
    throw asAuthError(error)
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code)

/** Whether the provider has ended the session: a new password, a closed or a deleted account. */
const isOver = (code: string) =>
  ['invalid-user-token', 'user-disabled', 'user-not-found', 'user-token-expired']
    .map((name) => `auth/${name}`)
    .includes(code)

const isAuthCode = (code: string): code is `auth/${string}` => code.startsWith('auth/')

function asAuthError(cause: unknown): AuthError {
  const code = codeOf(cause)
  return new AuthError(isAuthCode(code) ? code : 'auth/internal-error', { cause })
}
