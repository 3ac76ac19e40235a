import { beforeEach, expect, test, vi } from 'vitest'
import { combineLines } from '#contract/cart/cart-lines.ts'
import { changeBrowserCart, onBrowserCartChange, readBrowserCart } from './browser-cart.ts'

const stored = new Map<string, string>()
const pads = { product: 'pads', name: 'Brake Pads', quantity: 20, seenPrice: 4 }
const lamp = { product: 'lamp', name: 'Lamp', quantity: 10, seenPrice: 68 }

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})

const add = (line: typeof pads) => changeBrowserCart((now) => combineLines(now, [line], 'add'))

/** @shows row-129 */
test('a change keeps what another tab has stored meanwhile', () => {
  add(pads)
  expect(readBrowserCart()).toEqual([pads])
  stored.set('cart', JSON.stringify([pads, lamp]))
  add({ ...pads, quantity: 5 })
  expect(readBrowserCart()).toEqual([{ ...pads, quantity: 25 }, lamp])
})

test('a reader gets the same lines until they change, and hears of a change', () => {
  add(pads)
  const seen = readBrowserCart()
  expect(readBrowserCart()).toBe(seen)
  const heard = vi.fn()
  const stop = onBrowserCartChange(heard)
  add(lamp)
  expect(readBrowserCart()).not.toBe(seen)
  stop()
  add(lamp)
  expect(heard).toHaveBeenCalledTimes(1)
})

/** @shows row-145 */
test('a line keeps its car, and one whose car is none is left out', () => {
  const car = { vehicle: 'volkswagen/golf/2014', name: '2014 Volkswagen Golf' }
  stored.set(
    'cart',
    JSON.stringify([
      { ...pads, car },
      { ...lamp, car: 'Golf' },
    ]),
  )
  expect(readBrowserCart()).toEqual([{ ...pads, car }])
})

/** @shows row-188 */
test('a line keeps the number that it was found by, and one whose number is none is left out', () => {
  const number = '1K0 698 151'
  stored.set(
    'cart',
    JSON.stringify([
      { ...pads, number },
      { ...lamp, number: 7 },
    ]),
  )
  expect(readBrowserCart()).toEqual([{ ...pads, number }])
})

test.each(['', 'not JSON', '{}', '[null, 4, {"product": "pads", "quantity": "many"}]'])(
  'stored text %j is an empty cart',
  (text) => {
    stored.set('cart', text)
    expect(readBrowserCart()).toEqual([])
  },
)

test('without storage the cart lasts as long as the page', () => {
  vi.stubGlobal('localStorage', undefined)
  changeBrowserCart(() => [pads])
  expect(readBrowserCart()).toEqual([pads])
  changeBrowserCart(() => [])
  expect(readBrowserCart()).toEqual([])
})
