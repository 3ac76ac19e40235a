import { text } from 'node:stream/consumers'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../../db/index.ts'
import type { FinishedSpan } from './otlp.ts'
import { traceStatements } from './statements.ts'
import { createTracer } from './tracer.ts'

const told: FinishedSpan[] = []
const tracer = createTracer({ share: 1, followsCaller: true }, (span) => void told.push(span))
const database = openDatabase(inject('postgresUrl'), {
  max: 1,
  patience: { connectMs: 60_000, statementMs: 60_000, silenceMs: 0 },
  onPool: (pool) => traceStatements(pool, tracer),
})
const { pool } = database
afterAll(() => database.close())

const begin = (name: string) => {
  const span = tracer.begin(name, 'server', {})!
  return { span, within: <T>(work: () => T) => tracer.within(span, work) }
}
const partsOf = ({ span }: ReturnType<typeof begin>) =>
  told.filter(({ parentSpanId }) => parentSpanId === span.spanId)

test('who waits for the connection has the statements, not who gives it back', async () => {
  const [giver, first, second] = [begin('giver'), begin('first'), begin('second')]
  const held = await pool.connect()
  const asked = [
    first.within(() => pool.query('select 1')),
    second.within(() => pool.query({ name: 'second', text: 'select $1::int', values: [2] })),
  ]
  await vi.waitFor(() => expect(pool.waitingCount).toBe(2), { timeout: 30_000 })
  giver.within(() => held.release())
  await Promise.all(asked)
  expect(partsOf(giver)).toEqual([])
  expect(partsOf(first).map(({ name }) => name)).toEqual(['SELECT'])
  expect(partsOf(second)).toMatchObject([
    {
      name: 'second',
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'select $1::int' },
      isError: false,
    },
  ])
})

test('statements of nobody are not told, and all get their answer', async () => {
  const before = told.length
  expect((await pool.query('select 7 as seven')).rows).toEqual([{ seven: 7 }])
  expect(told).toHaveLength(before)
})

test('a statement that fails is told by the code of the database, and fails as it did', async () => {
  const { span, within } = begin('request')
  const failed = within(() => pool.query('select 1 / $1::int', [0]))
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  const client = await pool.connect()
  await expect(within(() => client.query('selec'))).rejects.toMatchObject({ code: '42601' })
  client.release()
  expect(partsOf({ span, within })).toMatchObject(
    ['22012', '42601'].map((code) => ({
      isError: true,
      attributes: { 'db.response.status_code': code, 'error.type': code },
    })),
  )
})

test('rows that stream are one statement, from the first to the last', async () => {
  const request = begin('request')
  const client = await pool.connect()
  const rows = request.within(() => client.query(copyTo('copy (select 1) to stdout')))
  expect(await text(rows)).toBe('1\n')
  client.release()
  await vi.waitFor(
    () =>
      expect(partsOf(request).map(({ name, isError }) => [name, isError])).toEqual([
        ['COPY', false],
      ]),
    { timeout: 30_000 },
  )
})
