import { expect, test } from 'vitest'
import { failedForGood, failed, passed } from './result.ts'
import type { TestResult } from './result.ts'
import { afterSecondLook, tooManyFlaky, worthASecondLook } from './second-look.ts'

const outcomes = (...looks: Parameters<typeof afterSecondLook>) =>
  afterSecondLook(...looks).map(({ name, outcome, reason }) => [name, outcome, reason].join(' '))

/** @shows row-245 */
test('a test that fails and then passes is flaky, with its first reason', () => {
  expect(
    outcomes([passed('one'), failed('two', 'first'), passed('three')], [passed('two')]),
  ).toEqual(['one passed ', 'two flaky first', 'three passed '])
})

/** @shows row-245 */
test('a test that fails twice has failed, once in the list', () => {
  expect(outcomes([failed('one', 'first')], [failed('one', 'second')])).toEqual([
    'one failed first',
  ])
})

test('a test that passes among others and fails alone is flaky', () => {
  expect(outcomes([passed('one')], [failed('one', 'alone')])).toEqual(['one flaky alone'])
})

test('a test that was not run again has failed, and a second look that fails as a whole too', () => {
  expect(outcomes([failed('one')], [failedForGood('unit, a second look')])).toEqual([
    'one failed ',
    'unit, a second look failed ',
  ])
})

test('what fails in the second look only is not lost', () => {
  const file = 'a.test.ts'
  const hook = { ...failed('a.test.ts (the file itself)', 'late'), file, isOfFile: true }
  const first = [{ ...failed('one', 'port'), file }]
  const second = [{ ...passed('one'), file }]
  expect(outcomes(first, [...second, hook])).toEqual([
    'one flaky port',
    'a.test.ts (the file itself) flaky late',
  ])
  expect(outcomes(first, [...second, { ...hook, reason: 'violated invariant' }])).toEqual([
    'one flaky port',
    'a.test.ts (the file itself) failed violated invariant',
  ])
  expect(outcomes([hook], [{ ...failed('one', 'wrong'), file }])).toEqual([
    'a.test.ts (the file itself) failed late',
    'one failed wrong',
  ])
})

test('a test that fails twice is listed with what both looks have recorded', () => {
  const [first, second] = ['page.png', 'trace.zip'].map((file) => ({
    ...failed('one'),
    recordings: [file],
  }))
  expect(afterSecondLook([first!], [second!])).toMatchObject([
    { recordings: ['page.png', 'trace.zip'] },
  ])
})

test('a file that fails as a whole is flaky if all of its tests pass later', () => {
  const file = 'a.test.ts'
  const whole = { ...failed('a.test.ts (the file itself)', 'port'), file, isOfFile: true }
  const later = ['one', 'two'].map((name) => ({ ...passed(name), file }))
  expect(outcomes([whole], later)).toEqual(['a.test.ts (the file itself) flaky port'])
  const [one, two] = later
  expect(outcomes([whole], [one!, { ...two!, outcome: 'failed' }])).toEqual([
    'a.test.ts (the file itself) failed port',
    'two failed ',
  ])
})

test('of several tests with one name all must pass the second time', () => {
  expect(outcomes([failed('one', 'first')], [passed('one'), failed('one')])).toEqual([
    'one failed first',
  ])
})

/** @shows row-245 */
test('a violated promise is not looked at twice', () => {
  const final = [
    failed('verify/races/stock.test.ts: two buyers'),
    failed('verify/fuzz/calls.test.ts: calls at random'),
    failed('src/server/a.test.ts: sold', "expected [ { invariant: 'stock' } ] to equal []"),
    failed('src/server/a.test.ts: paid', 'InvariantError: money'),
    failedForGood('Vitest itself'),
  ]
  const again = [failed('verify/versions/a.test.ts: one'), failed('src/server/b.test.ts: two')]
  expect(worthASecondLook([...final, ...again, passed('three')])).toEqual(again)
})

/** @shows row-245 */
test('a violated promise that was run again beside others of its file has failed', () => {
  const violated = failed('sold', 'an invariant')
  expect(outcomes([violated], [passed('sold')])).toEqual(['sold failed an invariant'])
  expect(outcomes([failed('sold', 'late')], [violated])).toEqual(['sold failed late'])
})

test('with more failures than bad luck explains none is looked at twice', () => {
  const many = Array.from({ length: 26 }, (_, index) => failed(`${index}`))
  expect(worthASecondLook(many)).toEqual([])
  expect(worthASecondLook(many.slice(1))).toHaveLength(25)
})

const flaky = (count: number): TestResult[] =>
  Array.from({ length: count }, (_, index) => ({ ...passed(`${index}`), outcome: 'flaky' }))

/** @shows row-245 */
test('five flaky tests pass, and six fail the run', () => {
  expect(tooManyFlaky(flaky(5))).toEqual([])
  expect(tooManyFlaky(flaky(6))).toMatchObject([
    { name: '6 tests are flaky, 5 at most may be', outcome: 'failed' },
  ])
})
