import { text } from 'node:stream/consumers'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../../db/index.ts'
import { recordSpans } from '../../testing/recorded-spans.ts'
import { traceStatements } from './database-statements.ts'

const { tracer, ended, start } = recordSpans()
const database = openDatabase(inject('postgresUrl'), {
  max: 1,
  timeouts: { connectMs: 60_000, statementMs: 60_000, idleSocketMs: 0 },
  onPool: (pool) => traceStatements(pool, tracer),
})
const { pool } = database
afterAll(() => database.close())

test('a statement belongs to the request that waits for the connection, not the one that releases it', async () => {
  const [releasing, first, second] = [start('releasing'), start('first'), start('second')]
  const held = await pool.connect()
  const results = [
    first.within(() => pool.query('select 1')),
    second.within(() => pool.query({ name: 'second', text: 'select $1::int', values: [2] })),
  ]
  await vi.waitFor(() => expect(pool.waitingCount).toBe(2), { timeout: 30_000 })
  releasing.within(() => held.release())
  await Promise.all(results)
  expect(releasing.children()).toEqual([])
  expect(first.children().map(({ name }) => name)).toEqual(['SELECT'])
  expect(second.children()).toMatchObject([
    {
      name: 'second',
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'select $1::int' },
      status: { code: SpanStatusCode.UNSET },
    },
  ])
})

test('statements outside of a trace are not recorded, and return their rows', async () => {
  const before = ended.length
  expect((await pool.query('select 7 as seven')).rows).toEqual([{ seven: 7 }])
  expect(ended).toHaveLength(before)
})

test('a failed statement is recorded with its SQLSTATE and rejects with the original error', async () => {
  const { within, children } = start('request')
  const failed = within(() => pool.query('select 1 / $1::int', [0]))
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  const client = await pool.connect()
  await expect(within(() => client.query('selec'))).rejects.toMatchObject({ code: '42601' })
  client.release()
  expect(children()).toMatchObject(
    ['22012', '42601'].map((code) => ({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'db.response.status_code': code, 'error.type': code },
    })),
  )
})

test('a stream of rows is one statement', async () => {
  const { within, children } = start('request')
  const client = await pool.connect()
  const rows = within(() => client.query(copyTo('copy (select 1) to stdout')))
  expect(await text(rows)).toBe('1\n')
  client.release()
  await vi.waitFor(
    () =>
      expect(children().map(({ name, status }) => [name, status.code])).toEqual([
        ['COPY', SpanStatusCode.UNSET],
      ]),
    { timeout: 30_000 },
  )
})
