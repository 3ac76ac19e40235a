import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { openSite } from '../../testing/site.ts'
import type { Site } from '../../testing/site.ts'
import { storeCarPages } from './list-car-pages.ts'

let shop: Site
beforeAll(async () => {
  shop = await openSite()
})
afterAll(() => shop.close())

async function listed(file: string) {
  const { body } = await shop.app.inject({ url: file })
  return Array.from(body.matchAll(/<loc>([^<]+)/g), ([, loc = '']) => new URL(loc).pathname)
}

async function addParts(count: number, model: number, [from, to]: [number, number], kind: string) {
  for (let part = 0; part < count; part += 1) {
    const { id } = await shop.stock({ kind })
    await shop.database.db
      .insertInto('fitments')
      .values({ product_id: id, model_id: model, year_from: from, year_to: to })
      .execute()
  }
}

/** @shows row-152 */
test('the sitemap has every part for sale', async () => {
  const { id } = await shop.stock()
  const withdrawn = await shop.stock()
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [
    withdrawn.id,
  ])
  expect(await listed('/sitemap.xml')).toContain('/sitemap-parts-1.xml')
  const parts = await listed('/sitemap-parts-1.xml')
  expect(parts).toContain(`/part/${id}`)
  expect(parts).not.toContain(`/part/${withdrawn.id}`)
})

/** @shows row-152 */
test('the sitemap has pages about cars with three parts, most parts first, without years like the one before', async () => {
  expect(await listed('/sitemap.xml')).not.toContain('/sitemap-vehicles-1.xml')
  const make = `Listed ${randomUUID().slice(0, 8)}`
  const golf = await addModel(shop, { make, model: 'Golf' })
  const polo = await addModel(shop, { make, model: 'Polo' })
  const hidden = await addModel(shop, { make, model: 'Hidden' })
  await shop.database.pool.query('update vehicle_models set hidden_at = now() where id = $1', [
    hidden.id,
  ])
  await addParts(3, golf.id, [2010, 2012], 'brakes')
  await addParts(1, golf.id, [2012, 2012], 'engine')
  await addParts(2, polo.id, [2010, 2010], 'brakes')
  await addParts(3, hidden.id, [2010, 2010], 'brakes')
  expect(await storeCarPages(shop.database.db)).toBe(8)
  const path = `/parts/${golf.make}`
  expect(await listed('/sitemap-vehicles-1.xml')).toEqual([
    '/parts',
    path,
    `${path}/golf`,
    `${path}/golf/2012`,
    `${path}/golf/2010`,
    `${path}/golf/2010/brakes`,
    `${path}/golf/2011/brakes`,
    `${path}/golf/2012/brakes`,
  ])
  expect(await listed('/sitemap.xml')).toContain('/sitemap-vehicles-1.xml')
})
