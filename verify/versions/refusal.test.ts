import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { lastRelease } from '../../scripts/releases.ts'
import { createOrdersInEveryState } from '../../src/server/testing/rows/orders-in-every-state.ts'
import { openShop } from '../../src/server/testing/shop.ts'
import type { TestShop } from '../../src/server/testing/shop.ts'
import { startBeside } from './node.ts'
import { openReleaseCode, requiredRelease } from './release-code.ts'

const release = lastRelease('.', requiredRelease)
const folder = mkdtempSync(join(tmpdir(), 'auto-parts-refusal-'))
let shop: TestShop

beforeAll(async () => {
  openReleaseCode(release, folder)
  shop = await openShop()
  await createOrdersInEveryState(shop)
}, 180_000)
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything that orders, stock and money consist of. */
async function books() {
  const tables = ['orders', 'order_lines', 'order_events', 'stock_movements', 'payment_intents']
  const sums = tables.map(
    (table) =>
      `(select md5(string_agg(t::text, '|' order by t::text)) from ${table} t) as ${table}`,
  )
  const { rows } = await shop.database.pool.query(`select ${sums.join(', ')}`)
  return rows[0]
}

const start = () => startBeside(shop, { code: folder, data: folder })

describe('a release before the one that the schema requires', () => {
  /** @shows row-70 */
  test('refuses to start, and names that release', async () => {
    const before = await books()
    await expect(start()).rejects.toThrow(`0000-needs-release-${requiredRelease}`)
    expect(await books()).toEqual(before)
  })

  /** @shows row-70, P1 */
  test('changes no order if it still runs', async () => {
    const mia = await shop.signIn()
    const part = await shop.stock()
    const { pool } = shop.database
    const marker = await pool.query(
      `delete from kysely_migration where name like '0000-%' returning name, timestamp`,
    )
    const node = await start()
    const before = await books()
    const send = (method: 'POST' | 'GET' | 'DELETE', url: string, payload?: object) =>
      node.send({
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${mia.token}` },
        ...(payload && { payload }),
      })
    const body = { product: part.id, name: part.name, quantity: 10, price: part.price * 10 }
    expect((await send('POST', orders.place.path, body)).status).toBe(500)
    const { rows } = await pool.query<{ id: string }>('select id from orders')
    for (const { id } of rows) {
      expect((await send('GET', `/order/${id}`)).status).toBe(500)
      expect((await send('DELETE', `/order/${id}`)).status).toBe(500)
    }
    await node.stop()
    expect(await books()).toEqual(before)
    expect(
      (await pool.query('select quantity from products where id = $1', [part.id])).rows,
    ).toEqual([{ quantity: 100 }])
    for (const { name, timestamp } of marker.rows) {
      await pool.query('insert into kysely_migration values ($1, $2)', [name, timestamp])
    }
  })
})
