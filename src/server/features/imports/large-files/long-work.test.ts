import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseRefusal } from '../../../errors/errors.ts'
import { openDatabase } from '../../../db/index.ts'

const url = inject('postgresUrl')

/** A statement that no other test runs, and how many sessions run it. */
function longStatement() {
  const text = `select pg_sleep(600), '${crypto.randomUUID()}'`
  const running = async () => {
    const watch = openDatabase(url, { max: 1 })
    const { rowCount } = await watch.pool.query(
      `select from pg_stat_activity where query = $1 and state = 'active'`,
      [text],
    )
    await watch.close()
    return rowCount
  }
  return { text, running }
}

/** @shows row-196 */
test.each(['its call', 'the stop of the node'] as const)(
  'a statement on a file ends with %s, as an outage that a job repeats',
  async (end) => {
    const database = openDatabase(url)
    onTestFinished(() => database.close())
    const call = new AbortController()
    const { text, running } = longStatement()
    const work = database.forMinutes(({ pool }) => pool.query(text), call.signal)
    const failure = work.catch((error: unknown) => error)
    await expect.poll(running).toBe(1)
    if (end === 'its call') call.abort()
    else database.endLongWork()
    expect(databaseRefusal(await failure)?.code).toBe('unavailable')
    await expect.poll(running).toBe(0)
  },
)

test('a statement on a file has a limit of minutes', async () => {
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  const { rows } = await database.forMinutes(({ pool }) => pool.query('show statement_timeout'))
  expect(rows).toEqual([{ statement_timeout: '10min' }])
})

/** @shows row-196 */
test('a statement on a file ends with a killed node', async () => {
  const { text, running } = longStatement()
  const code = `
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, '../../../db/index.ts'))}
    await openDatabase(${JSON.stringify(url)}).forMinutes(({ pool }) => pool.query(${JSON.stringify(text)}))`
  const node = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    stdio: 'inherit',
  })
  onTestFinished(() => void node.kill('SIGKILL'))
  await expect.poll(running).toBe(1)
  node.kill('SIGKILL')
  await once(node, 'exit')
  await expect.poll(running).toBe(0)
})
