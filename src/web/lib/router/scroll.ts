const storageKey = 'scroll-positions'

/** Where each entry of the history is scrolled to, and where the one that is about to be drawn shall be. */
export function keepScroll() {
  const positions = stored()
  let key = keyOf(history.state)
  let settle: (() => void) | undefined

  if (key === undefined) key = mark()
  ownIt()
  // Whoever leaves the shop, or loads it anew, comes back by the browser's own means.
  addEventListener('pagehide', () => {
    leave()
    history.scrollRestoration = 'auto'
    store(positions)
  })
  addEventListener('pageshow', ownIt)

  function leave() {
    if (key !== undefined) positions[key] = scrollY
  }

  return {
    /** Remembers how far the page was read. */
    leave,
    /** Begins a new entry; gives the key it is to be kept under. */
    enter({ isKept, hash }: { isKept?: boolean | undefined; hash: string }): string {
      key = newKey()
      settle = isKept ? undefined : () => showStart(hash)
      return key
    },
    /** Returns to an entry, or follows the browser to a part of this page. */
    comeBack(entry: unknown) {
      key = keyOf(entry)
      settle = undefined
      if (key === undefined) key = mark()
      else {
        const position = positions[key] ?? 0
        settle = () => scrollTo(0, position)
      }
    },
    settle() {
      settle?.()
      settle = undefined
    },
  }
}

function ownIt() {
  history.scrollRestoration = 'manual'
}

function showStart(hash: string) {
  const part = document.getElementById(decodeURIComponent(hash.slice(1)))
  if (part) part.scrollIntoView()
  else scrollTo(0, 0)
}

/** Gives the current entry a key without changing what the pages have left in it. */
function mark() {
  const key = newKey()
  history.replaceState({ state: undefined, key }, '')
  return key
}

const newKey = () => Math.random().toString(36).slice(2)

const keyOf = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'key' in entry && typeof entry.key === 'string'
    ? entry.key
    : undefined

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

function store(positions: Record<string, number>) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // Full, or not allowed: then a page begins at its top.
  }
}
