import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseMutants } from './choose.ts'
import { mutate } from './mutant.ts'
import { mutants } from './mutants.ts'

test.each(mutants.map((mutant) => [mutant.guard, mutant] as const))(
  'the guard occurs once in its source: %s',
  (_, mutant) => {
    const source = readFileSync(mutant.file, 'utf8')
    expect(mutate(source, mutant)).not.toBe(source)
  },
)

const definition =
  /\b(?:create (?:or replace |unique |constraint )*|add )(function|trigger|index|view|table|constraint)(?: if not exists)? (\w+)/g

/** The function, trigger, index, view, table or constraint of a migration that a text belongs to. */
function definedAround(text: string, sql: string) {
  const end = sql.indexOf('\n', sql.indexOf(text) + text.length - 1)
  const [, kind, name] = [...sql.slice(0, end).matchAll(definition)].at(-1) ?? []
  return { kind, name }
}

const migrationMutants = mutants.filter(({ file }) => file.endsWith('.sql'))

test.each(migrationMutants.map((mutant) => [mutant.guard, mutant] as const))(
  'no later migration replaces the guard: %s',
  (_, { file, find }) => {
    const folder = dirname(file)
    const { kind, name } = definedAround(find, readFileSync(file, 'utf8'))
    const replaced = new RegExp(`\\b(?:create or replace|drop) ${kind}(?: if exists)? ${name}\\b`)
    const later = readdirSync(folder).filter((other) => other > basename(file))
    expect(name).toBeDefined()
    expect(
      later.filter((other) => replaced.test(readFileSync(join(folder, other), 'utf8'))),
    ).toEqual([])
  },
)

test('each mutant lists existing test files', () => {
  expect(mutants.filter(({ noticedBy }) => noticedBy.length === 0)).toEqual([])
  expect(mutants.flatMap(({ noticedBy }) => noticedBy).filter((file) => !existsSync(file))).toEqual(
    [],
  )
})

test('a mutant whose text is missing or occurs twice is refused', () => {
  const mutant = { guard: 'a guard', file: 'x.ts', find: 'check()', replace: '', noticedBy: [] }
  expect(() => mutate('nothing', mutant)).toThrow('0 times')
  expect(() => mutate('check() check()', mutant)).toThrow('2 times')
})

const mutantOf = (guard: string, file: string) => ({
  guard,
  file,
  find: '',
  replace: '',
  noticedBy: [],
})

test('texts choose the mutants whose guard or file contains one of them', () => {
  const refund = mutantOf('a refund is recorded once', 'refunds.ts')
  const stock = mutantOf('an order takes units', 'stock.ts')
  const choose = (...texts: string[]) => chooseMutants([refund, stock], texts)
  expect(choose()).toEqual({ chosen: [refund, stock], unmatched: [] })
  expect(choose('Refund')).toEqual({ chosen: [refund], unmatched: [] })
  expect(choose('refund', 'stock.ts')).toEqual({ chosen: [refund, stock], unmatched: [] })
  expect(choose('recorded once', 'nothing')).toEqual({ chosen: [refund], unmatched: ['nothing'] })
})

test('a text without a match ends the run with a message before a test starts', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['verify/mutants/main.ts', 'no such guard'],
    {
      encoding: 'utf8',
    },
  )
  expect(status).toBe(1)
  expect(stderr).toContain('No guard or file contains “no such guard”.')
})
