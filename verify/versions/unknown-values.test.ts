import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { loadPages } from '../../src/server/pages/page-routes.ts'
import { createOrdersInEveryState } from '../../src/server/testing/rows/orders-in-every-state.ts'
import type { TestUser } from '../../src/server/testing/shop.ts'
import { openSite } from '../../src/server/testing/site.ts'
import type { Site } from '../../src/server/testing/site.ts'
import { enumerationsOf } from './enumerations.ts'
import { nodeOf, startBeside } from './node.ts'
import { brokenPages, callsOf, readEverything } from './reads.ts'
import { importAndUndo, makeEveryWrite, orderForCar, refundInPart } from './writes.ts'

const folder = mkdtempSync(join(tmpdir(), 'auto-parts-tomorrow-'))
const people: TestUser[] = []
let site: Site

beforeAll(async () => {
  await buildWhenNeeded(() => {})
  const dist = resolve('dist')
  const opened = await openSite({ dist, pages: await loadPages(dist) })
  site = {
    ...opened,
    signIn: async (person) => {
      const user = await opened.signIn(person)
      people.push(user)
      return user
    },
  }
}, 60_000)
afterAll(async () => {
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function fillWithRows() {
  const today = { node: nodeOf(site.app), endpoints: callsOf(endpoints), acceptsIdTokens: true }
  await makeEveryWrite(site, today)
  await createOrdersInEveryState(site)
  await refundInPart(site)
  await orderForCar(site)
  await importAndUndo(site, today.node)
}

/** What a node reports of values that are wrong today, and of a dispute whose order does not show it. */
const isOfValue = /"msg":"(invariant violated|missed dispute was recorded|dispute lost)"/

/** Gives every other row of each enumerated column a value of a later release; returns the columns. */
async function plantUnknownValues(pool: Pool) {
  const columns = Object.keys(await enumerationsOf(pool))
  for (const name of columns) {
    const [table, column] = name.split('.') as [string, string]
    const { rows } = await pool.query<{ check: string }>(
      `select conname as check from pg_constraint
       where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ $2`,
      [table, `\\m${column}\\M`],
    )
    for (const { check } of rows) {
      await pool.query(`alter table ${table} drop constraint ${check}`)
    }
    // Without triggers: the release that writes the value has its own.
    await pool.query(`
      alter table ${table} disable trigger user;
      update ${table} set ${column} = 'of-tomorrow-' || tomorrow.place
      from (select ctid, row_number() over (order by ctid) as place from ${table}) as tomorrow
      where ${table}.ctid = tomorrow.ctid and tomorrow.place % 2 = 1;
      alter table ${table} enable trigger user`)
  }
  return columns
}

/** @shows row-242 */
test('calls, pages and jobs take rows with values of a later release', async () => {
  const admin = await site.signIn({ name: 'Ada', isAdmin: true })
  await fillWithRows()
  const planted = await plantUnknownValues(site.database.pool)
  expect(planted.length).toBeGreaterThan(10)
  const node = await startBeside(site, { code: resolve('.'), data: folder }, { LIMITS: 'off' })
  try {
    const today = { node, endpoints: callsOf(endpoints) }
    const reading = { shop: site, admin, people, today, previous: today, known: new Set<string>() }
    const { faults, count } = await readEverything(reading)
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(500)
    expect(await brokenPages(site, today)).toEqual([])
    const checked = async () =>
      JSON.parse((await node.send({ url: '/api/health' })).body).invariants?.checkedAt
    await expect.poll(checked).toBeTruthy()
    const errors = node.errors().filter((line) => !isOfValue.test(line))
    // As the message, since reports cut values.
    expect(errors, errors.join('\n')).toEqual([])
  } finally {
    await node.stop()
  }
}, 240_000)
