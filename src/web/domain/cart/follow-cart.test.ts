import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartPaths } from '#contract/cart/cart-paths.ts'
import { keyOf } from '#web/lib/api/api.ts'
import { followCart } from './follow-cart.ts'
import { showCount } from './join-cart.ts'

const stored = new Map<string, string>()
let otherTab: EventTarget

/** As a browser does: the other tabs of the shop get an event for each value that changes. */
function store(key: string, newValue: string | null) {
  if (newValue === null) stored.delete(key)
  else stored.set(key, newValue)
  otherTab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
}

beforeEach(() => {
  stored.clear()
  otherTab = new EventTarget()
  vi.stubGlobal('addEventListener', otherTab.addEventListener.bind(otherTab))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: store,
    removeItem: (key: string) => store(key, null),
  })
})

/** Counts the reads of a tab that shows the number and the lines of the cart. */
function readsOf(client: QueryClient) {
  const reads = { count: 0, read: 0 }
  const observers = (['count', 'read'] as const).map((name) =>
    new QueryObserver(client, {
      queryKey: [...keyOf(cartPaths[name]), {}],
      queryFn: () => (reads[name] += 1),
      staleTime: Infinity,
    }).subscribe(() => {}),
  )
  return { reads, stop: () => observers.forEach((stop) => stop()) }
}

/** @shows row-138 */
test('a change of the cart in one tab is read once by each other tab, and leaves nothing stored', async () => {
  const client = new QueryClient()
  const { reads, stop } = readsOf(client)
  await vi.waitFor(() => expect(reads).toEqual({ count: 1, read: 1 }))
  const over = new AbortController()
  followCart(client, over.signal)

  await showCount(new QueryClient(), { count: 3 })
  await vi.waitFor(() => expect(reads).toEqual({ count: 2, read: 2 }))
  expect(stored.size).toBe(0)
  store('theme', 'dark')
  over.abort()
  await showCount(new QueryClient(), { count: 4 })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(reads).toEqual({ count: 2, read: 2 })
  stop()
})

/** @shows row-138 */
test('a change of the cart succeeds in browsers that block storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  const client = new QueryClient()
  await showCount(client, { count: 3 })
  expect(client.getQueryData([...keyOf(cartPaths.count), {}])).toEqual({ count: 3 })
})
