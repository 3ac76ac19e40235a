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
])('matches %s', (address, path) => {
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
])('%s matches the not-found route', (address) => {
  expect(pathOf(address)).toBe('*')
})

test('path parameters are decoded, or kept if malformed', () => {
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

test('lazy routes provide their children and are loaded once', async () => {
  let loads = 0
  const shop = openRoutes(async () => (loads += 1))
  const { branch, params } = await loadMatch(shop, '/dashboard/invoice/5')
  expect(branch.at(-1)).toBe(invoice)
  expect(params).toEqual({ id: '5' })
  expect((await loadMatch(shop, '/dashboard/orders')).branch.at(-1)).toBe(orders)
  expect((await loadMatch(shop, '/dashboard/nothing')).branch.at(-1)).toBe(missing)
  expect(loads).toBe(1)
})

test('a route that fails to load shows the error boundary and is retried', async () => {
  let online = false
  const shop = openRoutes(() => (online ? Promise.resolve() : Promise.reject(new Error('offline'))))
  await expect(loadMatch(shop, '/dashboard/orders')).rejects.toThrow('offline')
  expect(errorMatch(shop, '/dashboard/orders').branch).toEqual([shop[0], { Component: Broken }])
  online = true
  expect((await loadMatch(shop, '/dashboard/orders')).branch.at(-1)).toBe(orders)
})

test('a path of many slashes is matched in linear time', () => {
  const began = performance.now()
  expect(pathOf(`${'/'.repeat(400_000)}x`)).toBe('*')
  expect(pathOf('/'.repeat(400_000))).toBe('')
  // Quadratic time would take a minute or more.
  expect(performance.now() - began).toBeLessThan(15_000)
})
