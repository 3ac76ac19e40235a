import type { CarOfLine } from './car-of-line.ts'

/** A line of a cart that has no account. The name is shown if the part is no longer sold. */
export interface BrowserLine {
  product: string
  name: string
  quantity: number
  /** The price in dollars at which the buyer last saw the part. */
  seenPrice: number
  /** The car that it is for; absent without one. */
  car?: CarOfLine
  /** The number that it was found by; absent if it was its own, or its name. */
  number?: string | undefined
}

const key = 'cart'
const empty: readonly BrowserLine[] = []
const listeners = new Set<() => void>()

/** Fallback for browsers that block storage: lasts as long as the page. */
let unstored: string | undefined

let snapshot: { text: string | null; lines: readonly BrowserLine[] } = { text: null, lines: empty }

/** The cart in this browser; the same array until it changes. */
export function readBrowserCart(): readonly BrowserLine[] {
  const text = storedText()
  if (text !== snapshot.text) snapshot = { text, lines: linesIn(text) }
  return snapshot.lines
}

/** On the server, and while the page is hydrated. */
export const noBrowserCart = () => empty

/** Changes the stored cart as it is now, so that changes by another tab stay. */
export function changeBrowserCart(change: (lines: readonly BrowserLine[]) => BrowserLine[]) {
  const text = JSON.stringify(change(readBrowserCart()))
  try {
    localStorage.setItem(key, text)
  } catch {
    unstored = text
  }
  for (const listener of listeners) listener()
}

/** Subscribes to changes by this tab and by others. */
export function onBrowserCartChange(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', handle)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', handle)
  }
}

function storedText() {
  try {
    return localStorage.getItem(key) ?? unstored ?? null
  } catch {
    return unstored ?? null
  }
}

function linesIn(text: string | null): readonly BrowserLine[] {
  if (text === null) return empty
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isLine) : empty
  } catch {
    return empty
  }
}

/** Storage is written by earlier versions too, and by hand. */
function isLine(line: unknown): line is BrowserLine {
  if (typeof line !== 'object' || line === null) return false
  const { product, name, quantity, seenPrice, car, number }: Record<string, unknown> = { ...line }
  return (
    typeof product === 'string' &&
    typeof name === 'string' &&
    Number.isSafeInteger(quantity) &&
    Number(quantity) > 0 &&
    typeof seenPrice === 'number' &&
    seenPrice > 0 &&
    (car === undefined || typeof (car as CarOfLine | null)?.name === 'string') &&
    (number === undefined || typeof number === 'string')
  )
}
