import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { manageProducts } from '#contract/products/manage-products.ts'
import { products } from '#contract/products/products.ts'
import { fitments } from '#contract/fitments/fitments.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { addCars, fitmentFor } from '../../testing/rows/vehicle-rows.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openShop } from '../../testing/shop.ts'
import { fitmentFileActions } from '../../testing/steps/fitment-files.ts'

const shop = await openShop()
afterAll(async () => {
  const violations = await checkInvariants(shop.database.pool)
  await shop.close()
  expect(violations).toEqual([])
})
const anna = await shop.signIn({ name: 'Anna', isAdmin: true })
const desk = fitmentFileActions(shop, anna)
const golf = 'volkswagen/golf/2014'
const civic = 'honda/civic/2012'
await addCars(shop, golf, civic)

const fitsOf = async (id: string) =>
  (await shop.call(anna, fitments.managed, { params: { id } })).body

async function part() {
  const { id } = await shop.stock()
  const number = randomUUID().slice(0, 18)
  await shop.database.pool.query('update products set part_number = $2 where id = $1', [id, number])
  return { id, number }
}

const row = (number: string) => ({
  'Part number': number,
  Make: 'Volkswagen',
  Model: 'Golf',
  Years: '2014',
  Universal: '',
})

/** @shows row-153 */
test('of an import and a change by hand at the same time one is made and the other refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, number } = await part()
    const checked = await desk.check([row(number)])
    const { version: seen } = await fitsOf(id)
    const byHand = { isUniversal: round % 2 === 0, fitments: [fitmentFor(civic)], seen }
    const body = byHand.isUniversal ? { ...byHand, fitments: [] } : byHand
    const [made, changed] = await Promise.all([
      desk.work('apply', checked),
      shop.call(anna, fitments.change, { params: { id }, body }),
    ])
    const { isUniversal, fitments: now } = await fitsOf(id)
    const fits = isUniversal ? 'every car' : now.map(({ model }) => model).join()
    expect([fits, made.state, changed.status]).toEqual(
      made.state === 'applied'
        ? ['golf', 'applied', 409]
        : [body.isUniversal ? 'every car' : 'civic', 'checked', 200],
    )
  }
})

test('of an import and the deletion of its part at the same time both end', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, number } = await part()
    const checked = await desk.check([row(number)])
    const [made, removed] = await Promise.all([
      desk.work('apply', checked),
      shop.call(anna, products.remove, { params: { id } }),
    ])
    expect(removed.status).toBe(200)
    expect(['applied', 'checked']).toContain(made.state)
    expect((await fitsOf(id)).fitments).toHaveLength(made.state === 'applied' ? 1 : 0)
  }
})

/** Changes what a product fits by hand while another connection has the lock of an import. */
async function changeDuringImport(id: string) {
  const { version: seen } = await fitsOf(id)
  const importing = await shop.database.pool.connect()
  await importing.query(`begin; select pg_advisory_xact_lock(hashtext('fitments'))`)
  const body = { isUniversal: false, fitments: [fitmentFor(civic)], seen }
  const changing = shop.call(anna, fitments.change, { params: { id }, body })
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await importing.query(waiting)).rowCount).toBe(1)
  return { importing, changing }
}

/** @shows row-153 */
test('a change by hand is compared with what an import has written while it waited', async () => {
  const { id } = await part()
  const { importing, changing } = await changeDuringImport(id)
  await importing.query(
    `insert into fitments (product_id, model_id, year_from, year_to)
     select $1, id, 2014, 2014 from vehicle_models where slug = 'golf'`,
    [id],
  )
  await importing.query('commit')
  importing.release()
  expect((await changing).status).toBe(409)
  expect((await fitsOf(id)).fitments.map(({ model }) => model)).toEqual(['golf'])
})

/** @shows row-153 */
test('while a file is imported its parts are sold, and a change of what they fit waits', async () => {
  const { id } = await part()
  const { importing, changing } = await changeDuringImport(id)
  const other = await part()
  const stock = { delta: -1, reason: 'Counted' }
  const sold = await shop.call(anna, manageProducts.stock, {
    params: { id: other.id },
    body: stock,
  })
  expect(sold.status).toBe(200)
  expect((await fitsOf(id)).fitments).toEqual([])
  await importing.query('rollback')
  importing.release()
  expect((await changing).status).toBe(200)
})

test('a change by SQL waits for an import without the lock of a part that the import changes', async () => {
  const { id } = await part()
  const change = 'update products set is_universal = true where id = $1'
  const {
    holder: importing,
    areWaiting,
    release,
  } = await holdLock(shop, `select pg_advisory_xact_lock(hashtext('fitments'))`)
  const changing = shop.database.pool.query(change, [id])
  await areWaiting(1)
  await importing.query(`set local lock_timeout = '20s'`)
  await importing.query(change, [id])
  await release()
  expect((await changing).rowCount).toBe(1)
})
