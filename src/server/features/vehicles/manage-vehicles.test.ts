import { afterAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { manageVehicles } from '#contract/vehicles/manage-vehicles.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'

const shop = await openShop()
afterAll(() => shop.close())
const ada = await shop.signIn({ name: 'Ada', isAdmin: true })

const add = (added: Partial<{ make: string; model: string; aliases: string[] }>) =>
  shop.call(ada, manageVehicles.add, {
    body: { make: 'Volkswagen', model: 'Golf', years: [[2010, 2014]], aliases: [], ...added },
  })

const tree = async () => (await shop.call(undefined, vehicles.tree, {})).body.makes
const lada = async () => (await tree()).find(({ slug }) => slug === 'lada')
const changes = async () => (await shop.call(ada, audit.list, { query: { about: 'vehicle' } })).body

/** @shows row-159 */
test('a model that an admin adds can be chosen at once, with its make, and once only', async () => {
  const { status, body } = await add({ make: 'Wartburg', model: '353 W', aliases: ['Knight'] })
  expect([status, body._id]).toEqual([200, 'wartburg/353-w'])
  expect(await tree()).toEqual([
    {
      slug: 'wartburg',
      name: 'Wartburg',
      models: [{ slug: '353-w', name: '353 W', aliases: ['Knight'], years: [[2010, 2014]] }],
    },
  ])
  const again = await add({ make: 'WARTBURG', model: '353w', aliases: ['Tourist'] })
  expect([again.status, again.body.code]).toEqual([409, 'duplicate'])
  expect((await tree())[0]?.models[0]?.aliases).toEqual(['Knight'])
  expect(await changes()).toEqual([
    expect.objectContaining({
      action: 'add-vehicle',
      target: 'wartburg/353-w',
      by: ada.email,
      name: 'Wartburg 353 W',
      changes: [
        { field: 'years', before: null, after: '2010-2014' },
        { field: 'aliases', before: null, after: 'Knight' },
      ],
    }),
  ])
})

/** @shows row-159 */
test('a hidden model cannot be chosen and is shown again, and the log has each change', async () => {
  await addModel(shop, { make: 'Lada', model: 'Niva', years: '{[1999,2006]}' })
  const params = { make: 'lada', model: 'niva' }
  const seen = { years: [[1999, 2006]] as [number, number][], aliases: [], isHidden: false }
  const hidden = { ...seen, isHidden: true }
  const change = (body: typeof seen & { seen: typeof seen }) =>
    shop.call(ada, manageVehicles.change, { params, body })

  expect((await change({ ...hidden, seen })).body).toMatchObject({ isHidden: true })
  expect(await lada()).toBeUndefined()
  const late = await change({ ...seen, years: [[1999, 2007]], seen })
  expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
  expect((await change({ ...hidden, seen })).status).toBe(200)
  await change({ ...seen, seen: hidden })
  expect((await lada())?.models).toHaveLength(1)
  expect((await changes()).slice(0, 3).map(({ name, changes: all }) => [name, all])).toEqual([
    ['Lada Niva', [{ field: 'isHidden', before: 'yes', after: 'no' }]],
    ['Lada Niva', [{ field: 'isHidden', before: 'no', after: 'yes' }]],
    ['Wartburg 353 W', expect.anything()],
  ])
})

/** @shows row-159 */
test('models are found by every name of make and model', async () => {
  await add({ make: 'Opel', model: 'Corsa', aliases: ['Vita'] })
  await shop.database.pool.query(
    `update vehicle_makes set aliases = '{Vauxhall}' where slug = 'opel'`,
  )
  for (const q of ['opel', 'ORSA', 'vita', 'vauxhall']) {
    const { body } = await shop.call(ada, manageVehicles.list, { query: { q } })
    expect([q, body.map(({ name }) => name)]).toEqual([q, ['Corsa']])
    expect((await shop.call(ada, manageVehicles.count, { query: { q } })).body.count).toBe(1)
  }
})

test.each([
  ['make', { make: ' ' }],
  ['model', { model: '…' }],
  ['model', { model: 'x'.repeat(61) }],
  ['aliases.0', { aliases: [''] }],
])('an error is beside its field: %s of %j', async (field, wrong) => {
  const { status, body } = await add(wrong)
  expect([status, body.errors?.[0]?.field]).toEqual([422, field])
})
