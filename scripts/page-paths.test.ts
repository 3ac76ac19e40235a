import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as pathTo from '../src/web/lib/router/path-to.ts'

type PathOf = (...parts: string[]) => string
const paths = Object.values(pathTo).map((path) =>
  typeof path === 'string' ? path : (path as PathOf)('', ''),
)
const firstSegments = new Set(paths.map((path) => path.split(/[/?#]/)[1]).filter(Boolean))

/** In a text or a template: a path of a page, but no call of the identity provider and no drawing. */
const pagePath = new RegExp(
  String.raw`(?<!\b(?:post|exchange)\()['"\`]/(?:${[...firstSegments].join('|')})(?=[/?#'"\`$])(?!.*\.svg)`,
)
/** Also the path of Home, where a path is expected. */
const anyPath =
  /(?:\b(?:to|path|href|action|redirect|location)(?:=\{?|: )|navigate\()['"`]\/(?!\/|api\/)/

function rawPathsIn(text: string) {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(
    (line) => !/^(\/\/|\/?\*)/.test(line) && (pagePath.test(line) || anyPath.test(line)),
  )
}

test.each([
  `<Link to="/cart">`,
  '<Link to={`/order/${id}`}>',
  `navigate('/')`,
  `const path = '/dashboard/users'`,
  `if (from.startsWith('/quick-order'))`,
  '`/products?${query}`',
])('%s is a raw path of a page', (line) => {
  expect(rawPathsIn(line)).toEqual([line])
})

test.each([
  '<Link to={pathTo.cart}>',
  `await post('/reset-password', { token })`,
  `picture: '/parts/jump-starter.svg'`,
  `path.split('/')`,
  '// `/parts/volkswagen/golf`',
])('%s is none', (line) => {
  expect(rawPathsIn(line)).toEqual([])
})

/** The paths of pages, and those of calls, which begin in the same way. */
const withPaths = new Set(['src/web/lib/router/path-to.ts', 'src/web/domain/touched-reads.ts'])

test('src/web has the paths of pages from src/web/lib/router/path-to.ts', () => {
  const files = globSync('src/web/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !withPaths.has(file))
  expect(files.length).toBeGreaterThan(400)
  const raw = files.flatMap((file) =>
    rawPathsIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`),
  )
  expect(raw).toEqual([])
})
