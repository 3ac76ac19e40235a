import * as pathTo from '#web/lib/router/path-to.ts'
import { type AuthCode, AuthError } from './auth-error.ts'

/** Callback path of the Google sign-in; `popup` in the query marks the popup. */
export const callbackPath = pathTo.authComplete
const channelName = 'google-sign-in'
// specification: 'Sign-in popup 500 by 600'
const width = 500
const height = 600

/**
 * A returning popup can appear closed while its last page is loading, since
 * Cross-Origin-Opener-Policy severs it from its opener. Its message may take this long.
 */
const messageAfterCloseMs = 2_000
const pollEveryMs = 200

let cancelEarlier: (() => void) | undefined

/**
 * Signs in with Google in a popup, or in this window if the browser blocks it. `start` returns the
 * URL at Google for a callback path.
 */
export async function withGoogleWindow(start: (callback: string) => Promise<string>) {
  // First and without await: browsers allow a popup only within the click.
  const popup = open('', channelName, `popup,width=${width},height=${height},${centred()}`)
  cancelEarlier?.()
  await (popup ? finishInPopup(popup, start) : redirectTo(start))
}

async function redirectTo(start: (callback: string) => Promise<string>) {
  location.assign(await start(callbackPath))
  await new Promise(() => {})
}

async function finishInPopup(popup: Window, start: (callback: string) => Promise<string>) {
  try {
    const finished = popupResult(popup)
    const started = start(`${callbackPath}?popup=1`).then((url) => popup.location.replace(url))
    await Promise.all([started, finished])
  } catch (error) {
    // A cancelled sign-in shares its popup with the newer one.
    const cancelled = error instanceof AuthError && error.code === 'auth/cancelled-popup-request'
    if (!cancelled) popup.close()
    throw error
  }
}

/** Reports the result of the sign-in to the page that opened this popup. */
export function reportToOpener(error: string | null) {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves our origin
  channel.postMessage({ error })
  channel.close()
}

/** Maps an `error` parameter of the callback URL to a code. */
export function googleErrorCode(error: string): AuthCode {
  if (error === 'access_denied') return 'auth/popup-closed-by-user'
  if (error === 'account_not_linked') return 'auth/account-exists-with-different-credential'
  if (error === 'email_not_verified') return 'auth/unverified-email'
  return 'auth/internal-error'
}

function popupResult(popup: Window) {
  const channel = new BroadcastChannel(channelName)
  let timer: ReturnType<typeof setTimeout> | undefined
  const finished = new Promise<void>((resolve, reject) => {
    const look = () => {
      timer = popup.closed
        ? setTimeout(() => reject(new AuthError('auth/popup-closed-by-user')), messageAfterCloseMs)
        : setTimeout(look, pollEveryMs)
    }
    look()
    cancelEarlier = () => reject(new AuthError('auth/cancelled-popup-request'))
    channel.addEventListener('message', ({ data }: MessageEvent<{ error: string | null }>) => {
      if (data.error === null) resolve()
      else reject(new AuthError(googleErrorCode(data.error)))
    })
  })
  return finished.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

function centred() {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return `left=${left},top=${top}`
}
