import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { git } from './git.ts'
import { lastRelease } from './releases.ts'

const folder = 'src/server/db/migrations'
const { commit } = lastRelease('.')
const released = new Set(
  git('.', 'ls-tree', '--name-only', commit, `${folder}/`)
    .split('\n')
    .map((path) => basename(path)),
)
const migrations = readdirSync(folder)
  .filter((file) => !released.has(file))
  .map((file) => ({ file, sql: readFileSync(join(folder, file), 'utf8') }))

test('the changelog names every migration since the last release', () => {
  const [, unreleased = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
  const missing = migrations.filter(({ file }) => !unreleased.includes(file))
  expect(missing.map(({ file }) => file)).toEqual([])
})

test('no two migrations have the same number', () => {
  const numbers = readdirSync(folder).map((file) => file.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

const addedTables = new Set(
  migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create table (\w+)/gm)].map(([, name]) => name),
  ),
)

/** The clauses of a migration that add a check to a table of the last release. */
const addedChecks = (sql: string) =>
  [...sql.matchAll(/^alter table (\w+)([^;]*)/gm)]
    .filter(([, table]) => !addedTables.has(table))
    .flatMap(([, , actions = '']) => actions.split(/,?\s+(?=(?:add|drop|alter) )/))
    .filter((action) => /^add constraint \w+\s+check/.test(action))

test('a check that is added to a table of the last release is not valid at first', () => {
  const checks = migrations.flatMap(({ file, sql }) =>
    addedChecks(sql).map((check) => ({ file, check })),
  )
  expect(checks.filter(({ check }) => !check.endsWith('not valid'))).toEqual([])
})

test('added checks are found beside other changes, and none of new columns', () => {
  const sql = `alter table orders
  add column a integer check (a > 0),
  drop constraint orders_a,
  add constraint orders_a check (
    least(a, b) > 0) not valid;
alter table orders add constraint orders_b
  check (b > 0);
alter table orders add constraint orders_c foreign key (c) references c;`
  expect(addedChecks(sql)).toEqual([
    'add constraint orders_a check (\n    least(a, b) > 0) not valid',
    'add constraint orders_b\n  check (b > 0)',
  ])
})
