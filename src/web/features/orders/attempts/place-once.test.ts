import { beforeEach, expect, test, vi } from 'vitest'
import { readAttempt } from '#web/lib/forms/attempts.ts'
import { isProblem, NetworkError } from '#web/lib/http/problems.ts'
import { learnOutcome, PlacedBefore, placeOnce, repeatOrder } from './place-once.ts'

/** How the shop answers the next calls: as it should, not at all, or by refusing. */
let faults: ('cut' | 'unreached' | number)[] = []
/** The orders of the shop by their keys; null of a key that is used up. */
let shop = new Map<string, string | null>()
let keys: string[] = []

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })

function place(key: string): Response {
  if (shop.get(key) === null) return answer(422, problem('key-reused', 422))
  shop.set(key, shop.get(key) ?? `order ${shop.size + 1}`)
  return answer(200, { insertedId: shop.get(key) })
}

function outcome({ key }: { key: string }): Response {
  shop.set(key, shop.get(key) ?? null)
  return answer(200, { insertedId: shop.get(key) })
}

const problem = (code: string, status: number) => ({ type: code, code, title: code, status })

async function fetchStub(_: string, { headers, body }: { headers: object; body: string }) {
  const fault = faults.shift()
  if (fault === 'unreached') throw new TypeError('unreached')
  if (typeof fault === 'number') {
    return answer(fault, problem(fault === 409 ? 'insufficient-stock' : 'unavailable', fault))
  }
  const key = new Headers(headers as Record<string, string>).get('idempotency-key')
  if (key) keys.push(key)
  const response = key ? place(key) : outcome(JSON.parse(body))
  if (fault === 'cut') throw new TypeError('cut')
  return response
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
  shop = new Map()
  keys = []
})

const shown = { goods: '60 units', total: 240 }
const order = (quantity: number, price = 240) => ({ lines: [{ product: 'a', quantity }], price })
const press = (quantity = 60, price?: number) =>
  placeOnce({ name: 'cart', order: order(quantity, price), shown })

/** @shows row-192, P5 */
test.each([['cut'], ['unreached'], [502], [503], [504]] as const)(
  'after an answer that was lost by %s the same order has its key, at another price too, until it is known',
  async (fault) => {
    faults = [fault, 'cut']
    await expect(press()).rejects.toThrow()
    await expect(press(60, 250)).rejects.toThrow(NetworkError)
    expect(await press()).toBe('order 1')
    expect(new Set(keys).size).toBe(1)
    expect(readAttempt('cart')).toBeUndefined()
    expect(await press()).toBe('order 2')
  },
)

/** @shows row-192, P5 */
test('another order waits for the outcome of the lost one', async () => {
  faults = ['cut']
  await expect(press()).rejects.toThrow(NetworkError)
  faults = ['unreached']
  await expect(press(40)).rejects.toThrow(NetworkError)
  await expect(press(40)).rejects.toThrow(new PlacedBefore('order 1', shown))
  expect([...shop.values()]).toEqual(['order 1'])
  expect(await press(40)).toBe('order 2')
})

/** @shows row-192, P5 */
test('an order that never arrived is not placed later, and another one is', async () => {
  faults = ['unreached']
  await expect(press()).rejects.toThrow(NetworkError)
  const lost = readAttempt('cart')?.key ?? ''
  expect(await press(40)).toBe('order 2')
  expect(shop.get(lost)).toBeNull()
})

/** @shows row-192 */
test('a refusal answers an order, and the next press is a new one', async () => {
  faults = [409]
  await expect(press()).rejects.toSatisfy((error) => isProblem(error, 'insufficient-stock'))
  expect(readAttempt('cart')).toBeUndefined()
})

/** @shows row-192, P5 */
test('the refusal of a repeated order uses up its key, or finds its order', async () => {
  faults = ['unreached', 409]
  await expect(press()).rejects.toThrow(NetworkError)
  const lost = readAttempt('cart')?.key ?? ''
  await expect(press()).rejects.toSatisfy((error) => isProblem(error, 'insufficient-stock'))
  expect([shop.get(lost), readAttempt('cart')]).toEqual([null, undefined])
  faults = ['cut', 409]
  await expect(press()).rejects.toThrow(NetworkError)
  expect(await repeatOrder('cart')).toBe('order 2')
})

/** @shows row-192, P5 */
test.each([401, 429])(
  'an answer of %i leaves a lost order open, and a new one unsent',
  async (status) => {
    faults = [status]
    await expect(press()).rejects.toThrow()
    expect(readAttempt('cart')).toBeUndefined()
    faults = ['cut', status]
    await expect(press()).rejects.toThrow(NetworkError)
    await expect(press()).rejects.toThrow()
    expect(await press()).toBe('order 1')
  },
)

/** @shows row-192 */
test('the outcome of a lost order is asked for once', async () => {
  faults = ['cut']
  await expect(press()).rejects.toThrow(NetworkError)
  expect(await learnOutcome('cart')).toEqual({ order: 'order 1', shown })
  expect(await learnOutcome('cart')).toBeUndefined()
})
