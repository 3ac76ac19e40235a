import { expect, test } from 'vitest'
import { products } from '#contract/products.ts'
import { shop as calls } from '#contract/shop.ts'
import { openShop } from '../../testing/shop.ts'

/** @shows P13 */
test('a draining node fails readiness and still serves', async () => {
  const shop = await openShop({ DRAIN_SECONDS: '0' })
  const ask = async () => {
    const health = await shop.call(undefined, calls.health, {})
    const ready = await shop.call(undefined, calls.ready, {})
    const live = await shop.call(undefined, calls.live, {})
    const list = await shop.call(undefined, products.list, { query: {} })
    return [health.status, ready.status, live.status, list.status, list.headers['connection']]
  }
  expect(await ask()).toEqual([200, 200, 200, 200, 'keep-alive'])
  await shop.shop.drain.begin()
  expect(await ask()).toEqual([503, 503, 200, 200, 'close'])
  await shop.close()
})
