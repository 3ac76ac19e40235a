import { expect, test } from 'vitest'
import { errorMatch, loadMatch, matchRoutes, type Route } from './routes.ts'

const Frame = () => null
const Broken = () => null
const Page = () => null

const orders: Route = { path: 'orders' }
const invoice: Route = { path: 'invoice/:id' }
const missing: Route = { path: '*' }

const routes: readonly Route[] = [
  {
    Component: Frame,
    children: [
      {},
      { path: 'about' },
      { path: 'order/:id' },
      { path: 'users', children: [{}, { path: ':id/orders/:order' }] },
      missing,
    ],
  },
]

const pathOf = (address: string) =>
  matchRoutes(routes, address)
    .branch.slice(1)
    .map(({ path = '' }) => path)
    .join('/')

test.each([
  ['/', ''],
  ['/about', 'about'],
  ['/About/', 'about'],
  ['/%61bout', 'about'],
  ['/order/1', 'order/:id'],
  ['/users', 'users/'],
  ['/users/7/orders/8', 'users/:id/orders/:order'],
])('%s leads to its page', (address, path) => {
  expect(pathOf(address)).toBe(path)
})

test.each([
  '/aboutus',
  '/about/us',
  '//about',
  '/order',
  '/order/',
  '/order/1/2',
  '/%',
  '/users/7',
])('%s leads to the page for what is missing', (address) => {
  expect(pathOf(address)).toBe('*')
})

test('what an address names is decoded, and taken literally where it cannot be', () => {
  expect(matchRoutes(routes, '/order/a%20b').params).toEqual({ id: 'a b' })
  expect(matchRoutes(routes, '/order/a%2Fb').params).toEqual({ id: 'a/b' })
  expect(matchRoutes(routes, '/order/%').params).toEqual({ id: '%' })
  expect(matchRoutes(routes, '/users/7/orders/8').params).toEqual({ id: '7', order: '8' })
})

/** A route whose children are loaded lazily. */
const openRoutes = (load: () => Promise<unknown>): readonly Route[] => [
  {
    Component: Frame,
    ErrorBoundary: Broken,
    children: [
      {
        path: 'dashboard',
        lazy: async () => {
          await load()
          return { Component: Page, children: [orders, invoice] }
        },
        children: 'lazy',
      },
      missing,
    ],
  },
]

test('a part of the shop says what is below it once it is loaded, and is loaded once', async () => {
  let loads = 0
  const shop = openRoutes(async () => (loads += 1))
  const { branch, params } = await loadMatch(shop, '/dashboard/invoice/5')
  expect(branch.at(-1)).toBe(invoice)
  expect(params).toEqual({ id: '5' })
  expect((await loadMatch(shop, '/dashboard/orders')).branch.at(-1)).toBe(orders)
  expect((await loadMatch(shop, '/dashboard/nothing')).branch.at(-1)).toBe(missing)
  expect(loads).toBe(1)
})

test('what cannot be loaded leaves the frame and its page for errors, and is tried again', async () => {
  let online = false
  const shop = openRoutes(() => (online ? Promise.resolve() : Promise.reject(new Error('offline'))))
  await expect(loadMatch(shop, '/dashboard/orders')).rejects.toThrow('offline')
  expect(errorMatch(shop, '/dashboard/orders').branch).toEqual([shop[0], { Component: Broken }])
  online = true
  expect((await loadMatch(shop, '/dashboard/orders')).branch.at(-1)).toBe(orders)
})

test('an address of nothing but slashes is read once, however long it is', () => {
  const began = performance.now()
  expect(pathOf(`${'/'.repeat(400_000)}x`)).toBe('*')
  expect(pathOf('/'.repeat(400_000))).toBe('')
  // Quadratic time would take a minute or more.
  expect(performance.now() - began).toBeLessThan(15_000)
})
