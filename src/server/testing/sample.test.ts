import { expect, test } from 'vitest'
import { byName, samplesOf } from './sample.ts'

const cases = Array.from({ length: 30 }, (_, index) => ({ name: `case ${index}` }))
const take = (commit: string | undefined, walk = 'pages') => samplesOf(commit)(walk, cases, byName)

test('a commit takes a third of the cases, in their order, and the same ones again', () => {
  const sample = take('one')
  expect(sample).toHaveLength(10)
  expect(sample).toEqual(cases.filter((each) => sample.includes(each)))
  expect(take('one')).toEqual(sample)
})

test('other commits and other walks take other cases, and some commits together every case', () => {
  expect(take('two')).not.toEqual(take('one'))
  expect(take('one', 'widths')).not.toEqual(take('one'))
  const commits = Array.from({ length: 40 }, (_, index) => `commit ${index}`)
  expect(new Set(commits.flatMap((commit) => take(commit))).size).toBe(cases.length)
})

test('a whole walk takes every case', () => {
  expect(take(undefined)).toEqual(cases)
})
