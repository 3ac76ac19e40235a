import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutate } from './mutant.ts'
import { mutants } from './mutants.ts'

test.each(mutants.map((mutant) => [mutant.guard, mutant] as const))(
  'can still be taken out: %s',
  (_, mutant) => {
    const source = readFileSync(mutant.file, 'utf8')
    expect(mutate(source, mutant)).not.toBe(source)
  },
)

test('each mutant names a test file that must notice it, and each named file exists', () => {
  expect(mutants.filter(({ noticedBy }) => noticedBy.length === 0)).toEqual([])
  expect(mutants.flatMap(({ noticedBy }) => noticedBy).filter((file) => !existsSync(file))).toEqual(
    [],
  )
})

test('a mutant whose text is gone, or stands there twice, is no mutant', () => {
  const mutant = { guard: 'a guard', file: 'x.ts', find: 'check()', replace: '', noticedBy: [] }
  expect(() => mutate('nothing', mutant)).toThrow('0 times')
  expect(() => mutate('check() check()', mutant)).toThrow('2 times')
})
