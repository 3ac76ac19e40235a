import { initializeApp } from '@firebase/app'
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
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
  verifyPasswordResetCode,
} from '@firebase/auth'
import type { Auth } from '@firebase/auth'
import type { PublicConfig } from '#contract/shop.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { AuthError } from './auth-error.ts'
import { callbackPath } from './google-window.ts'
import type { Identity } from './identity.ts'

export type Settings = NonNullable<PublicConfig['identity']['firebase']>

/** Client of Firebase Authentication, with a session shared by all tabs. */
export function createFirebaseIdentity(settings: Settings): Identity {
  const auth = openAuth(settings)

  return {
    async signUp({ name, email, password }) {
      await withAuthErrors(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await updateProfile(user, { displayName: name })
        await sendEmailVerification(user, continueUrl(pathTo.verifiedLogin))
      })
    },

    async signIn({ email, password }) {
      await withAuthErrors(() => signInWithEmailAndPassword(auth, email, password))
    },

    async signInWithGoogle() {
      try {
        await signInWithPopup(auth, googleLogin())
      } catch (error) {
        if (codeOf(error) !== 'auth/popup-blocked') throw toAuthError(error)
        await redirectToGoogle(auth)
      }
    },

    async finishGoogle() {
      await withAuthErrors(() => getRedirectResult(auth))
      // Returning without a chosen account is a cancellation, not an error of the provider.
      if (!auth.currentUser) throw new AuthError('auth/popup-closed-by-user')
    },

    async sendPasswordReset(email) {
      await withAuthErrors(() => sendPasswordResetEmail(auth, email, continueUrl(pathTo.login)))
    },

    async checkPasswordReset(code) {
      await withAuthErrors(() => verifyPasswordResetCode(auth, code))
    },

    async confirmPasswordReset(code, password) {
      await withAuthErrors(() => confirmPasswordReset(auth, code, password))
    },

    async verifyEmail(code) {
      await withAuthErrors(() => applyActionCode(auth, code))
    },

    // Its mails lead to its own page or to ours, and never to this one.
    async confirmEmail() {
      throw new AuthError('auth/invalid-action-code')
    },

    async resendVerification() {
      await auth.authStateReady()
      const { currentUser } = auth
      if (!currentUser) throw new AuthError('auth/no-current-user')
      await withAuthErrors(() => sendEmailVerification(currentUser, continueUrl(pathTo.dashboard)))
    },

    async deleteAccount() {
      const { currentUser } = auth
      if (currentUser) await withAuthErrors(() => deleteUser(currentUser))
    },

    async signOut() {
      await withAuthErrors(() => signOut(auth))
    },

    async getIdToken() {
      await auth.authStateReady()
      try {
        // Forces a refresh: the cached token may predate the name or the verification.
        return await auth.currentUser?.getIdToken(true)
      } catch (error) {
        if (endsSession(codeOf(error))) return undefined
        throw toAuthError(error)
      }
    },
  }
}

function openAuth({ emulatorUrl, ...settings }: Settings): Auth {
  const auth = initializeAuth(initializeApp(settings), {
    // If storage is blocked, the session lasts as long as the page.
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

/** The provider returns to the URL it was started from, so switch to the callback URL first. */
async function redirectToGoogle(auth: Auth) {
  const { href } = location
  history.replaceState(history.state, '', callbackPath)
  try {
    await signInWithRedirect(auth, googleLogin())
  } catch (error) {
    history.replaceState(history.state, '', href)
    throw toAuthError(error)
  }
}

/** Continue URL of the provider's page for mail links. */
const continueUrl = (path: string) => ({ url: new URL(path, location.origin).href })

async function withAuthErrors(step: () => Promise<unknown>) {
  try {
    await step()
  } catch (error) {
    throw toAuthError(error)
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code)

/** Whether the provider has revoked the session: password changed, account disabled or deleted. */
const endsSession = (code: string) =>
  ['invalid-user-token', 'user-disabled', 'user-not-found', 'user-token-expired']
    .map((name) => `auth/${name}`)
    .includes(code)

const isAuthCode = (code: string): code is `auth/${string}` => code.startsWith('auth/')

function toAuthError(cause: unknown): AuthError {
  const code = codeOf(cause)
  return new AuthError(isAuthCode(code) ? code : 'auth/internal-error', { cause })
}
