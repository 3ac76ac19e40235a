import { expect, test } from 'vitest'
import { failed, passed, withExitCode } from './result.ts'

test('a runner that ends with an error which no test explains has failed itself', () => {
  const one = passed('one')
  expect(withExitCode('Vitest', 1, [one])).toEqual([
    one,
    {
      name: 'Vitest itself',
      outcome: 'failed',
      reason: 'It ended with 1; its output is above.',
      isFinal: true,
    },
  ])
  expect(withExitCode('Vitest', 0, [one])).toEqual([one])
  expect(withExitCode('Vitest', 1, [failed('one')])).toEqual([failed('one')])
})
