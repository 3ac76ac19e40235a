import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { compareVersions, lastRelease } from '../../scripts/releases.ts'
import { queueOrderMails } from '../../src/server/features/order-mails/order-mails.ts'
import { addVehicles } from '../../src/server/features/vehicles/add-vehicles.ts'
import { readList } from '../../src/server/features/vehicles/read-list.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { checkInvariants } from '../../src/server/invariants/check.ts'
import { loadPages } from '../../src/server/pages/page-routes.ts'
import { createOrdersInEveryState } from '../../src/server/testing/rows/orders-in-every-state.ts'
import { databaseUrl, generousTimeouts } from '../../src/server/testing/global-setup.ts'
import type { TestUser } from '../../src/server/testing/shop.ts'
import { openSite } from '../../src/server/testing/site.ts'
import type { Site } from '../../src/server/testing/site.ts'
import {
  constraintsOf,
  enumerationsOf,
  migrateAs,
  valuesBeyond,
  writtenValues,
} from './enumerations.ts'
import { nodeOf, startBeside } from './node.ts'
import { brokenPages, callsOf, readEverything } from './reads.ts'
import type { Version } from './reads.ts'
import { openReleaseCode, requiredRelease } from './release-code.ts'
import { importAndUndo, makeEveryWrite, orderForCar, refundInPart } from './writes.ts'

/**
 * Values that this version's constraints accept and those of the last release do not, as `table.column: value`. A
 * value is accepted one version before it is first written, so this version must not write these.
 */
const announced: string[] = []

/**
 * Values that both versions know and this test does not write: transient states, a payment during a deletion, and the log
 * of synonyms, which the last release alone writes.
 */
const unwritten = [
  'order_events.kind: restored',
  'product_imports.state: applying',
  'product_imports.state: reading',
  'product_imports.state: undoing',
  'shipment_events.kind: stopped',
  'synonym_changes.action: added',
  'synonym_changes.action: changed',
  'synonym_changes.action: removed',
]

const release = lastRelease('.')
/** The schema may require a later release: then the last one refuses it (`refusal.test.ts`), until that release is made. */
const runsBeside = compareVersions(release.version, requiredRelease) >= 0
const folder = mkdtempSync(join(tmpdir(), 'auto-parts-release-'))
const people: TestUser[] = []
const known = new Set<string>()
let site: Site
let admin: TestUser
let before: Before
let today: Version
let previous: Awaited<ReturnType<typeof startPrevious>>

type Before = Awaited<ReturnType<typeof schemaOfRelease>>

beforeAll(async () => {
  openReleaseCode(release, folder)
  await buildWhenNeeded(() => {})
  before = await schemaOfRelease()
  const dist = resolve('dist')
  const settings = { CONTACT_EMAIL: 'shop@shop.example', NEWSLETTER: 'on' }
  const opened = await openSite({ dist, pages: await loadPages(dist) }, settings)
  site = { ...opened, signIn: async (person) => remember(await opened.signIn(person)) }
  admin = await site.signIn({ name: 'Ada', isAdmin: true })
  today = { node: nodeOf(site.app), endpoints: callsOf(endpoints) }
}, 180_000)
afterAll(async () => {
  await previous?.stop()
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

function remember(person: TestUser) {
  people.push(person)
  return person
}

/** The schema that the migrations of the last release create. */
async function schemaOfRelease() {
  const serverUrl = inject('postgresUrl')
  const server = openDatabase(serverUrl, { max: 1, timeouts: generousTimeouts })
  await server.pool.query('create database last_release')
  const database = openDatabase(databaseUrl(serverUrl, 'last_release'), {
    max: 1,
    timeouts: generousTimeouts,
  })
  await migrateAs(folder, database.pool)
  const schema = {
    enumerations: await enumerationsOf(database.pool),
    constraints: await constraintsOf(database.pool),
  }
  await database.close()
  await server.pool.query('drop database last_release')
  await server.close()
  return schema
}

/** Starts the last release, with its jobs, on the same database. */
async function startPrevious() {
  const node = await startBeside(
    site,
    { code: folder, data: folder },
    { LIMITS: 'off', QUEUE_WAIT_MS: '10000' },
  )
  const contract = pathToFileURL(join(folder, 'src/contract/index.ts')).href
  const old = (await import(/* @vite-ignore */ contract)) as { endpoints: readonly Endpoint[] }
  return { ...node, node, endpoints: callsOf(old.endpoints) }
}

test('constraints added as not valid are validated one version later', async () => {
  const now = await constraintsOf(site.database.pool)
  const late = now.filter(
    ({ name, definition, isValidated }) =>
      !isValidated &&
      before.constraints.some((old) => old.name === name && old.definition === definition),
  )
  expect(late.map(({ name }) => name)).toEqual([])
})

if (runsBeside) {
  describe('two versions at once', () => {
    test('values that are new to enumerated columns are announced', async () => {
      const accepted = await enumerationsOf(site.database.pool)
      expect(valuesBeyond(before.enumerations, accepted)).toEqual(announced)
    })

    test('this version writes no value unknown to the last release', async () => {
      const writer = { ...today, acceptsIdTokens: true }
      expect(await makeEveryWrite(site, writer)).toEqual([])
      await createOrdersInEveryState(site)
      await refundInPart(site)
      await orderForCar(site)
      await importAndUndo(site, today.node)
      await queueOrderMails(site.shop)
      for (const source of ['vpic', 'import'] as const) {
        await addVehicles(
          site.database.db,
          readList(Buffer.from(`Make,Model,Years\nFord,${source},2020\n`)),
          source,
        )
      }

      const { pool } = site.database
      const accepted = await enumerationsOf(pool)
      const written = await writtenValues(pool, Object.keys(accepted))
      expect(valuesBeyond(before.enumerations, written)).toEqual([])
      // Otherwise the calls above do not cover all values of the columns that the last release knows.
      const rest = valuesBeyond(written, accepted).filter((value) => {
        const [column = ''] = value.split(':')
        return column in before.enumerations && ![...announced, ...unwritten].includes(value)
      })
      expect(rest).toEqual([])
    })

    test('both versions read the rows of this version, in every list and on every page', async () => {
      previous = await startPrevious()
      const reading = { shop: site, admin, people, today, previous, known }
      const { faults, count } = await readEverything(reading)
      expect(faults).toEqual([])
      expect(count).toBeGreaterThan(500)
      expect(await brokenPages(site, previous)).toEqual([])
    })

    test('the jobs of the last release complete the open work of this version', async () => {
      const { pool } = site.database
      const waiting = 'select from order_mails where made_at is null'
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(0)
      const health = async () => JSON.parse((await previous.send({ url: '/api/health' })).body)
      await expect
        .poll(async () => (await health()).invariants)
        .toEqual({ checkedAt: expect.any(String), violations: 0 })
      expect(previous.errors()).toEqual([])
    })

    test('both versions read the rows of the last release, in every list and on every page', async () => {
      const writer = { ...previous, acceptsIdTokens: false }
      expect(await makeEveryWrite(site, writer)).toEqual([])
      await importAndUndo(site, previous)
      const reading = { shop: site, admin, people, today, previous, known }
      const { faults, count } = await readEverything(reading)
      expect(faults).toEqual([])
      expect(count).toBeGreaterThan(500)
      expect(await brokenPages(site, today)).toEqual([])
      expect(await checkInvariants(site.database.pool)).toEqual([])
      expect(previous.errors()).toEqual([])
    })
  })
}
