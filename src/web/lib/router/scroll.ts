const storageKey = 'scroll-positions'

/** Stores the scroll position of each history entry and restores it after rendering. */
export function createScrollRestoration() {
  const positions = readPositions()
  let key = keyOf(history.state)
  let pending: (() => void) | undefined

  if (key === undefined) key = addKey()
  disableBrowserRestoration()
  // Leaving or reloading the site uses the browser's own restoration.
  addEventListener('pagehide', () => {
    savePosition()
    history.scrollRestoration = 'auto'
    writePositions(positions)
  })
  addEventListener('pageshow', disableBrowserRestoration)

  function savePosition() {
    if (key !== undefined) positions[key] = scrollY
  }

  return {
    /** Stores the position of the current entry. */
    savePosition,
    /** Starts a new entry and returns its key. */
    newEntry({ isKept, hash }: { isKept?: boolean | undefined; hash: string }): string {
      key = newKey()
      pending = isKept ? undefined : () => scrollToStart(hash)
      return key
    },
    /** Returns to an existing entry, or to a new one of a fragment link. */
    restoreEntry(entry: unknown) {
      key = keyOf(entry)
      pending = undefined
      if (key === undefined) key = addKey()
      else {
        const position = positions[key] ?? 0
        pending = () => scrollTo(0, position)
      }
    },
    apply() {
      pending?.()
      pending = undefined
    },
  }
}

function disableBrowserRestoration() {
  history.scrollRestoration = 'manual'
}

function scrollToStart(hash: string) {
  const part = document.getElementById(decodeURIComponent(hash.slice(1)))
  if (part) part.scrollIntoView()
  else scrollTo(0, 0)
}

/** Adds a key to the current entry and keeps its state. */
function addKey() {
  const key = newKey()
  history.replaceState({ state: undefined, key }, '')
  return key
}

const newKey = () => Math.random().toString(36).slice(2)

const keyOf = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'key' in entry && typeof entry.key === 'string'
    ? entry.key
    : undefined

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

function writePositions(positions: Record<string, number>) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // Storage is full or blocked: positions are lost on reload.
  }
}
