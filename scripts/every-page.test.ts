import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownersPages } from '../src/web/content/shop.ts'
import * as pathTo from '../src/web/lib/router/path-to.ts'

/** Other names of pages, targets of the identity provider's links, and files shown by the page of products. */
const withoutView = [
  '/appointment',
  '/auth/complete',
  '/home',
  '/dashboard',
  '/dashboard/importNumbers/:id',
  '/dashboard/importFitments/:id',
]

const read = (file: string) => readFileSync(file, 'utf8')

type PathOf = (...parts: string[]) => string
const paths = new Map<string, string | PathOf>(
  Object.entries(pathTo) as [string, string | PathOf][],
)

/** What an argument of a path in the table of routes stands for: `':id'` or `pathTo.importNumbers`. */
const valueOf = (argument: string) =>
  argument.startsWith("'")
    ? argument.slice(1, -1)
    : String(paths.get(argument.replace('pathTo.', '')))

/** The names of the paths in a table of routes, each with its path. */
const routesIn = (file: string) =>
  [...read(file).matchAll(/(?:\bpath: |\bpage\(\s*)pathTo\.(\w+)(?:\(([^)]+)\))?/g)].map(
    ([, name = '', given = '']) => {
      const path = paths.get(name) ?? ''
      return {
        name,
        path: typeof path === 'string' ? path : path(...given.split(', ').map(valueOf)),
      }
    },
  )

const tables = ['src/web/app/router.tsx', 'src/web/app/dashboard-routes.ts']
const routes = [
  ...tables.flatMap(routesIn),
  ...ownersPages.map(({ to }) => {
    const [name = ''] = [...paths].find(([, path]) => path === to) ?? []
    return { name, path: to }
  }),
]

/** @shows row-207 */
test('every route is among the pages that journeys open at every width', () => {
  const opened = [...read('e2e/support/every-page.ts').matchAll(/path: ['`](\/[^'`?]*)/g)].map(
    ([, path = '']) => path,
  )
  const isOpened = (route: string) => {
    const pattern = route.replaceAll(/:\w+/g, '(?:\\$\\{[^}]+\\}|[^/]+)')
    return opened.some((path) => new RegExp(`^${pattern}$`).test(path))
  }
  expect(routes.length).toBeGreaterThan(50)
  expect(
    [...new Set(routes.map(({ path }) => path))].filter(
      (path) => !withoutView.includes(path) && !isOpened(path),
    ),
  ).toEqual([])
})

test('every path of a page has its route, and every route its path', () => {
  const named = new Set(routes.map(({ name }) => name))
  // The path of Home is none, and two lead to other paths with a query.
  expect(
    Object.keys(pathTo)
      .filter((name) => !named.has(name))
      .toSorted(),
  ).toEqual(['ask', 'home', 'verifiedLogin'])
  for (const table of tables) {
    expect(read(table).match(/\bpath: ['"`][^*]/g) ?? []).toEqual([])
  }
})
