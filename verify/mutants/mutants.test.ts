import { readFileSync } from 'node:fs'
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

test('a mutant whose text is gone, or stands there twice, is no mutant', () => {
  const mutant = { guard: 'a guard', file: 'x.ts', find: 'check()', replace: '', noticedBy: [] }
  expect(() => mutate('nothing', mutant)).toThrow('0 times')
  expect(() => mutate('check() check()', mutant)).toThrow('2 times')
})

const list = 'docs/security/mutants.md'

test(`${list} holds every mutant, and no other`, () => {
  const rows = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.map(([, guard, tests]) => [guard, tests?.split('<br>')])).toEqual(
    mutants.map(({ guard, noticedBy }) => [
      guard,
      noticedBy.map(({ file, test: title }) => `“${title}” (\`${file}\`)`),
    ]),
  )
})
