import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findViolations } from './find-violations.ts'
import { findRoom, rootsOf } from './room.ts'
import type { Room } from './room.ts'
import { rooms } from './rooms.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const fileOf = (path: string) => (/\.tsx?$/.test(path) ? path : `${path}/planted.ts`)

/** A copy of the rooms, with one file in each. */
function plant(contents: (path: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  folders.push(folder)
  cpSync('package.json', join(folder, 'package.json'))
  for (const { path } of rooms) {
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

/** Every import that no room lists, of every other room and a module of Node. */
const forbidden = rooms.flatMap(({ path, imports, node }) => [
  ...rooms
    .filter((other) => other.path !== path && !imports.includes(other.path))
    .map((other) => `${fileOf(path)} → ${fileOf(other.path)}`),
  ...(node ? [] : [`${fileOf(path)} → fs`]),
])

test.each(spellings)(
  'every forbidden import of %s is found, and no allowed one',
  async (_, spell) => {
    const folder = plant((from) =>
      [
        `import 'node:fs'`,
        ...rooms
          .filter(({ path }) => path !== from)
          .map(({ path }) => spell(fileOf(from), fileOf(path))),
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

/** Rooms that reach themselves by the rooms that they list. */
const circlesOf = (room: Room) => {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    rooms.find((other) => other.path === path)?.imports.forEach(visit)
  }
  room.imports.forEach(visit)
  return reached.has(room.path)
}

test('no rooms list each other in a circle', () => {
  expect(rooms.filter(circlesOf).map(({ path }) => path)).toEqual([])
})

test('every room that a row lists has a row', () => {
  const named = rooms.flatMap(({ imports }) => imports)
  expect(named.filter((name) => !rooms.some(({ path }) => path === name))).toEqual([])
})

test('every source file is in a room', () => {
  const sources = execFileSync('git', ['ls-files', ...rootsOf(rooms)], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  expect(sources.filter((file) => !findRoom(file, rooms))).toEqual([])
})
