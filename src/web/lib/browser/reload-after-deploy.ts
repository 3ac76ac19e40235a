import { reconnect } from '#web/lib/http/connection.ts'

const key = 'loaded-anew-at'
const onceWithinMs = 30_000

const browser = {
  storage: () => sessionStorage,
  isReachable: reconnect,
  open(url: URL) {
    // An address that differs by its hash alone would not be asked for.
    if (withoutHash(url) === withoutHash(new URL(location.href))) location.reload()
    else location.assign(url)
  },
}

/**
 * Asks the server for a whole page whose parts could not be loaded: after an update of the shop the
 * files of the version before are gone. Once in a while only, so that what stays broken does not load
 * for ever. Says whether the page is about to go.
 */
export async function loadAnew(
  url: URL,
  { storage, isReachable, open } = browser,
): Promise<boolean> {
  // Without the network there would be the browser's own page instead of the shop.
  if (!(await isReachable())) return false
  try {
    if (Date.now() - Number(storage().getItem(key)) < onceWithinMs) return false
    storage().setItem(key, String(Date.now()))
  } catch {
    return false // nothing would keep it from loading for ever
  }
  open(url)
  return true
}

const withoutHash = ({ href, hash }: URL) => href.slice(0, href.length - hash.length)
