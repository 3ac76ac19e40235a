import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cartPaths } from '#contract/cart/cart-paths.ts'
import { keyOf } from '#web/lib/api/api.ts'
import { refreshCart, showCount } from './join-cart.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A read that answers when it is released, the first time with an early answer. */
function slowRead(client: QueryClient, queryKey: readonly unknown[]) {
  const answers = ['early', 'late']
  const releases: (() => void)[] = []
  const observer = new QueryObserver<unknown>(client, {
    queryKey,
    staleTime: Infinity,
    queryFn: () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      const answer = answers.shift() ?? 'late'
      releases.push(() => resolve(answer))
      return promise
    },
  })
  const stop = observer.subscribe(() => {})
  return { observer, releases, stop }
}

/** @shows row-130 */
test('a cart that was being read while it changed is read again', async () => {
  const client = new QueryClient()
  const { observer, releases, stop } = slowRead(client, [...keyOf(cartPaths.read), {}])
  const refreshed = refreshCart(client)
  await settled()
  for (const release of releases) release()
  await refreshed
  expect(observer.getCurrentResult().data).toBe('late')
  stop()
})

/** @shows row-130 */
test('the count of a change stays when an earlier read of the count answers after it', async () => {
  const client = new QueryClient()
  const { observer, releases, stop } = slowRead(client, [...keyOf(cartPaths.count), {}])
  await showCount(client, { count: 3 })
  for (const release of releases) release()
  await settled()
  expect(observer.getCurrentResult().data).toEqual({ count: 3 })
  stop()
})
