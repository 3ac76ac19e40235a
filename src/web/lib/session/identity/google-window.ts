import { type AuthCode, AuthError } from './auth-error.ts'

/** Where Google's sign-in ends. With `popup` in the query it ends in a window of its own. */
export const completePath = '/auth/complete'
const channelName = 'google-sign-in'
// specification: 'Sign-in popup 500 by 600'
const width = 500
const height = 600

/**
 * A window that comes back to us may look closed while its last page is still loading
 * (Cross-Origin-Opener-Policy parts it from its opener), so its message gets this long to arrive.
 */
const messageAfterCloseMs = 2_000
const lookEveryMs = 200

let cancelEarlier: (() => void) | undefined

/**
 * Signs in with Google in a window of its own; where the browser blocks it, in this one.
 * `start` gives the address at Google for the address to come back to.
 */
export async function withGoogleWindow(start: (callback: string) => Promise<string>) {
  // First of all and without waiting: a window opens only within the click.
  const popup = open('', channelName, `popup,width=${width},height=${height},${centred()}`)
  cancelEarlier?.()
  await (popup ? finishIn(popup, start) : leaveFor(start))
}

async function leaveFor(start: (callback: string) => Promise<string>) {
  location.assign(await start(completePath))
  await new Promise(() => {})
}

async function finishIn(popup: Window, start: (callback: string) => Promise<string>) {
  try {
    const finished = finishOf(popup)
    const started = start(`${completePath}?popup=1`).then((url) => popup.location.replace(url))
    await Promise.all([started, finished])
  } catch (error) {
    // A cancelled sign-in has given its window to the next one.
    const cancelled = error instanceof AuthError && error.code === 'auth/cancelled-popup-request'
    if (!cancelled) popup.close()
    throw error
  }
}

/** Tells the page that opened this window how the sign-in has ended. */
export function reportToOpener(error: string | null) {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves our origin
  channel.postMessage({ error })
  channel.close()
}

/** The code for what the provider wrote into the address it came back to. */
export function codeOfGoogleError(error: string): AuthCode {
  if (error === 'access_denied') return 'auth/popup-closed-by-user'
  if (error === 'account_not_linked') return 'auth/account-exists-with-different-credential'
  if (error === 'email_not_verified') return 'auth/unverified-email'
  return 'auth/internal-error'
}

function finishOf(popup: Window) {
  const channel = new BroadcastChannel(channelName)
  let timer: ReturnType<typeof setTimeout> | undefined
  const finished = new Promise<void>((resolve, reject) => {
    const look = () => {
      timer = popup.closed
        ? setTimeout(() => reject(new AuthError('auth/popup-closed-by-user')), messageAfterCloseMs)
        : setTimeout(look, lookEveryMs)
    }
    look()
    cancelEarlier = () => reject(new AuthError('auth/cancelled-popup-request'))
    channel.addEventListener('message', ({ data }: MessageEvent<{ error: string | null }>) => {
      if (data.error === null) resolve()
      else reject(new AuthError(codeOfGoogleError(data.error)))
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
