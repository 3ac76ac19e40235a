import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect } from 'vitest'
import { query, test } from '../../testing/postgres-fixture.ts'
import { ensurePostgres } from './embedded-postgres.ts'

describe.concurrent('the embedded PostgreSQL', { timeout: 240_000 }, () => {
  test('is created once, attached to later, and keeps its data when stopped', async ({
    ensure,
  }) => {
    const first = await ensure()
    await query(first.url, 'create table parts as select 1 as id')
    const second = await ensure()
    await second.stop()
    await first.stop()
    await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED')

    const third = await ensure()
    expect([first.how, second.how, third.how]).toEqual(['created', 'attached', 'started'])
    expect(await query(third.url, 'select id from parts')).toEqual([{ id: 1 }])
  })

  test('survives a killed shop, and the next one attaches to it', async ({ dir, ensure }) => {
    const shop = startShop(dir)
    const [how, port] = await shop.answer
    await shop.kill()
    const next = await ensure()
    expect([how, port, next.how]).toEqual(['created', String(next.port), 'attached'])
  })

  test('is one server for shops that start at the same time', async ({ dir, ensure }) => {
    const shops = Array.from({ length: 6 }, () => startShop(dir))
    const answers = await Promise.all(shops.map(({ answer }) => answer))
    await Promise.all(shops.map(({ kill }) => kill()))
    await ensure()
    expect(answers.filter(([how]) => how === 'created')).toHaveLength(1)
    expect(new Set(answers.map(([, port]) => port)).size).toBe(1)
  })

  test('starts immediately after a killed shop held the start lock', async ({ dir, ensure }) => {
    const lock = join(dir, 'start.lock')
    const { answer, kill } = startProgram(`
      import { withFileLock } from ${module('file-lock.ts')}
      await withFileLock(${JSON.stringify(lock)}, async () => {
        console.log('locked')
        await new Promise(() => setInterval(() => {}, 1000))
      })`)
    expect(await answer).toEqual(['locked'])
    await kill()
    expect((await ensure()).how).toBe('created')
  })

  test('starts when another program has its old process id', async ({ dir, ensure }) => {
    const first = await ensure()
    await first.stop()
    writeFileSync(join(dir, 'pg18', 'postmaster.pid'), `${process.pid}\n\n\n${first.port}\n`)
    expect((await ensure()).how).toBe('started')
  })

  test('keeps running on stop while another client is connected', async ({ ensure }) => {
    const server = await ensure()
    const other = new Client(server.url)
    await other.connect()
    await server.stop()
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.end()
    expect((await ensure()).how).toBe('attached')
  })

  /** @shows P14 */
  test('logs no values of rows', async ({ dir, ensure, expect }) => {
    const { url } = await ensure()
    await query(url, 'create table people (email text primary key)')
    const insert = 'insert into people select email from people_of_before'
    await query(url, `create table people_of_before as select 'mia@shop.example' as email`)
    await query(url, insert)
    await expect(query(url, insert)).rejects.toThrow('duplicate key')
    const log = () =>
      readdirSync(join(dir, 'log'))
        .map((file) => readFileSync(join(dir, 'log', file), 'utf8'))
        .join('')
    // PostgreSQL's logging collector, a process of its own, writes the file later than the answer.
    await expect.poll(log).toContain('duplicate key value violates unique constraint')
    expect(log()).not.toContain('mia@shop.example')
  })

  test('rejects data of a major version without binaries and names it', async ({ dir }) => {
    mkdirSync(join(dir, 'pg9'))
    await expect(ensurePostgres({ dir })).rejects.toThrow('pg9 needs PostgreSQL 9; found only')
  })
})

const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))

const startShop = (dir: string) =>
  startProgram(`
    import { ensurePostgres } from ${module('embedded-postgres.ts')}
    const { how, port } = await ensurePostgres({ dir: ${JSON.stringify(dir)} })
    console.log(how, port)
    setInterval(() => {}, 1000)`)

/** Runs a program in a separate process; `answer` resolves with the words of its first line. */
function startProgram(code: string) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answer = once(child.stdout, 'data').then(([line]) => String(line).trim().split(' '))
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { answer, kill }
}
