import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { batched } from './batched.ts'

const pool = {} as Pool

function counted(read: (keys: string[]) => Promise<ReadonlyMap<string, string>>) {
  const asked: string[][] = []
  const one = batched(async (_, keys) => {
    asked.push([...keys])
    return read(keys)
  })
  return { asked, one: (key: string) => one(pool, key) }
}
const upper = async (keys: string[]) =>
  new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))

test('reads of one event loop iteration share a statement and get their own rows', async () => {
  const { asked, one } = counted(upper)
  expect(await Promise.all([one('a'), one('none'), one('b'), one('a')])).toEqual([
    'A',
    undefined,
    'B',
    'A',
  ])
  expect(asked).toEqual([['a', 'none', 'b', 'a']])
})

test('a later read runs a new statement', async () => {
  const { asked, one } = counted(upper)
  await one('a')
  await one('a')
  expect(asked).toEqual([['a'], ['a']])
})

test('a failed statement fails its own reads only', async () => {
  let isAway = true
  const { one } = counted((keys) => (isAway ? Promise.reject(new Error('away')) : upper(keys)))
  const both = await Promise.allSettled([one('a'), one('b')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await one('a')).toBe('A')
})
