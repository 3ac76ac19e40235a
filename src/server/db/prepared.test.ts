import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from './index.ts'
import { prepared } from './prepared.ts'

const database = openDatabase(inject('postgresUrl'), { max: 1 })
afterAll(() => database.close())

interface Values {
  first: string
  second: number
}

const pair = prepared<{ pair: string }, Values>(
  'test-pair',
  (p) =>
    `select concat_ws(' ', ${p.second}::integer, ${p.first}::text, ${p.second}::integer) as pair`,
)

test('each value reaches the parameter of its name, wherever the text has it', async () => {
  expect(pair.text).toBe("select concat_ws(' ', $1::integer, $2::text, $1::integer) as pair")
  expect(pair.parameters).toEqual(['second', 'first'])
  const values = { first: 'a', second: 2, unused: true }
  expect(await pair(database.pool, values)).toEqual([{ pair: '2 a 2' }])
  const inTransaction = database.db.transaction().execute((trx) => pair.runIn(trx, values))
  expect(await inTransaction).toEqual([{ pair: '2 a 2' }])
})

test('names that are missing or unknown are errors of the types', () => {
  const calls = [
    // @ts-expect-error -- a value is missing
    () => pair(database.pool, { first: 'a' }),
    // @ts-expect-error -- a value has another name
    () => pair(database.pool, { first: 'a', second: 2, third: 3 }),
    // @ts-expect-error -- the text has another name
    () => prepared<object, Values>('test-unknown', (p) => `select ${p.third}`),
  ]
  expect(calls).toHaveLength(3)
})

test('no two statements have the same name', () => {
  prepared('test-name', () => 'select 1')
  prepared('test-name', () => 'select 1')
  expect(() => prepared('test-name', () => 'select 2')).toThrow('test-name')
})
