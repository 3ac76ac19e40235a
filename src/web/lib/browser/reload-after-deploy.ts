import { reconnect } from '#web/lib/http/connection.ts'

const key = 'reloaded-at'
const onceWithinMs = 30_000

const browser = {
  storage: () => sessionStorage,
  isReachable: reconnect,
  open(url: URL) {
    // Assigning a URL that differs only by its hash would not reload.
    if (withoutHash(url) === withoutHash(new URL(location.href))) location.reload()
    else location.assign(url)
  },
}

/**
 * Reloads a page whose scripts could not be loaded: after a deployment the old files are gone. At
 * most once in 30 seconds, so that a lasting failure does not cause a reload loop. Returns whether
 * the page is about to reload.
 */
export async function reloadAfterDeploy(
  url: URL,
  { storage, isReachable, open } = browser,
): Promise<boolean> {
  // Offline, a reload would show the browser's error page.
  if (!(await isReachable())) return false
  try {
    if (Date.now() - Number(storage().getItem(key)) < onceWithinMs) return false
    storage().setItem(key, String(Date.now()))
  } catch {
    return false // without storage, nothing would stop a reload loop
  }
  open(url)
  return true
}

const withoutHash = ({ href, hash }: URL) => href.slice(0, href.length - hash.length)
