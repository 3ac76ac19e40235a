import { beforeEach, expect, test, vi } from 'vitest'
import type { NewOrderFromCart } from '#contract/quick-order.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { placeSeparately } from './place-rows.ts'

/** How the shop answers the next orders: as it should, not at all, or by asking about an earlier order. */
let faults: ('placed' | 'cut' | 'unreached' | 'asked')[] = []
let sent: NewOrderFromCart[] = []
/** The orders of the shop by their keys. */
let shop = new Map<string, string | null>()

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })

async function fetchStub(_: string, { headers, body }: { headers: object; body: string }) {
  const key = new Headers(headers as Record<string, string>).get('idempotency-key')
  if (!key) {
    const { key: asked } = JSON.parse(body) as { key: string }
    return answer(200, { insertedId: shop.get(asked) ?? null })
  }
  sent.push(JSON.parse(body))
  const fault = faults.shift()
  if (fault === 'unreached') throw new TypeError('unreached')
  if (fault === 'asked') {
    const code = 'ordered-meanwhile'
    return answer(409, { type: code, code, title: code, status: 409, orders: [] })
  }
  shop.set(key, shop.get(key) ?? `order ${shop.size + 1}`)
  if (fault === 'cut') throw new TypeError('cut')
  return answer(200, { insertedId: shop.get(key) })
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('fetch', fetchStub)
  faults = []
  sent = []
  shop = new Map()
})

const row = (id: string, quantity = 10) => ({
  lines: [1],
  part: id,
  quantity,
  product: { _id: id, name: id, price: 10, quantity: 100, img: '' },
  minimum: 10,
  shipping: 0,
  total: 100,
  problem: null,
})
const list = [row('a'), row('b'), row('c')]

const press = (rows = list, again: string[] = []) =>
  placeSeparately(rows, { reference: '', again, onProgress: () => undefined })

/** The part of each request, and whether the shop may ask. */
const requests = () => sent.map(({ lines, again }) => [lines[0]?.product, again !== undefined])

/** @shows row-191, P5 */
test('the shop may ask before the first order for a row, by the whole list, and not about this press', async () => {
  const { placed } = await press(list, ['x'])
  expect(placed.map(({ order }) => order)).toEqual(['order 1', 'order 2', 'order 3'])
  expect(sent[0]).toMatchObject({ again: ['x'], list: ['a', 'b', 'c'] })
  expect(requests()).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ])
})

/** @shows row-191, P5 */
test('if the shop asks, no row is placed', async () => {
  faults = ['asked']
  await expect(press()).rejects.toSatisfy((error) => isProblem(error, 'ordered-meanwhile'))
  expect([sent.length, shop.size]).toEqual([1, 0])
})

/** @shows row-191, row-192, P5 */
test('a press that was interrupted goes on without being asked about its own orders', async () => {
  faults = ['placed', 'cut']
  const { placed } = await press()
  expect(placed).toHaveLength(1)
  const rest = await press(list.slice(1))
  expect(rest.placed.map(({ order }) => order)).toEqual(['order 2', 'order 3'])
  expect(requests().slice(2)).toEqual([
    ['b', false],
    ['c', false],
  ])
})

/** @shows row-191, row-192, P5 */
test('a row that was the first of an interrupted press is placed after another one', async () => {
  faults = ['unreached', 'placed', 'asked']
  await press(list.slice(1))
  const { placed, refused } = await press()
  expect(placed).toHaveLength(3)
  expect(refused.size).toBe(0)
})

/** @shows row-191, row-192, P5 */
test('an order that was placed after all is known to the shop when the next row is', async () => {
  faults = ['cut']
  await press()
  const { placed } = await press([row('a', 20), ...list.slice(1)])
  expect(placed).toHaveLength(2)
  expect(sent.at(-2)).toMatchObject({ again: ['order 1'] })
})
