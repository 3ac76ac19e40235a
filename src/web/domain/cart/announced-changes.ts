const key = 'cart-changed'

/** Announces to the other tabs of this browser that the cart of the account has changed. Nothing stays stored. */
export function announceAccountCartChange() {
  try {
    localStorage.setItem(key, 'now')
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked: the other tabs read the cart again with their next focus.
  }
}

/** Listens for changes by other tabs, until the signal. */
export function onAccountCartChange(signal: AbortSignal, listener: () => void) {
  const handle = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) listener()
  }
  addEventListener('storage', handle, { signal })
}
