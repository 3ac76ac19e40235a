import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findViolations } from './find-violations.ts'
import { rooms, tools } from './rooms.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const fileOf = (path: string) => (/\.tsx?$/.test(path) ? path : `${path}/planted.ts`)

/** A copy of the rooms and tools, with one file in each. */
function plant(contents: (path: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  folders.push(folder)
  cpSync('package.json', join(folder, 'package.json'))
  for (const path of [...rooms.map((room) => room.path), ...tools]) {
    const file = join(folder, fileOf(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, contents(path))
  }
  return folder
}

function relativeTo(from: string, to: string) {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** The three halves of `src` have an alias; the rest is imported by relative path. */
const aliasOf = (from: string, to: string) =>
  /^src\/(contract|server|web)\//.test(to) ? to.replace('src/', '#') : relativeTo(from, to)

type Spelling = (from: string, to: string) => string
const spellings: [string, Spelling][] = [
  ['a value by relative path', (from, to) => `import '${relativeTo(from, to)}'`],
  ['a type by relative path', (from, to) => `import type * as it from '${relativeTo(from, to)}'`],
  ['a value by alias', (from, to) => `import '${aliasOf(from, to)}'`],
  ['a type by alias', (from, to) => `import type * as it from '${aliasOf(from, to)}'`],
  ['a lazily loaded module', (from, to) => `import('${relativeTo(from, to)}')`],
]

/** Every import that no room lists, of every other room, every tool and a module of Node. */
const forbidden = rooms.flatMap(({ path, imports, node }) => [
  ...rooms
    .filter((other) => other.path !== path && !imports.includes(other.path))
    .map((other) => `${fileOf(path)} → ${fileOf(other.path)}`),
  ...tools.map((tool) => `${fileOf(path)} → ${fileOf(tool)}`),
  ...(node ? [] : [`${fileOf(path)} → fs`]),
])

test.each(spellings)(
  'every forbidden import of %s is found, and no allowed one',
  async (_, spell) => {
    const folder = plant((from) =>
      tools.includes(from)
        ? ''
        : [
            `import 'node:fs'`,
            ...[...rooms.map(({ path }) => path), ...tools]
              .filter((path) => path !== from)
              .map((path) => spell(fileOf(from), fileOf(path))),
          ].join('\n'),
    )
    const found = await findViolations(rooms, folder, { circles: false })
    expect(found.map(({ from, to }) => `${from} → ${to}`).toSorted()).toEqual(forbidden.toSorted())
  },
)

test('a circle of two types is found', async () => {
  const folder = plant(() => '')
  writeFileSync(join(folder, 'src/contract/a.ts'), `import type * as b from './b.ts'`)
  writeFileSync(join(folder, 'src/contract/b.ts'), `import type * as a from './a.ts'`)
  expect(await findViolations(rooms, folder)).toMatchObject([{ rule: 'circle' }])
})

test('every room that a row lists has a row', () => {
  const named = rooms.flatMap(({ imports }) => imports)
  expect(named.filter((name) => !rooms.some(({ path }) => path === name))).toEqual([])
})
