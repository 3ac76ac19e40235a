import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { products } from '#contract/products/products.ts'
import { fitments, fitmentsMax } from '#contract/fitments/fitments.ts'
import type { Fitment } from '#contract/fitments/fitments.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { addCars, fitmentFor } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

const golf = 'volkswagen/golf/2014'
const civic = 'honda/civic/2012'

let shop: TestShop
let ada: TestUser
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
  await addCars(shop, golf, civic)
})
afterAll(() => shop.close())

const managed = async (id: string) =>
  (await shop.call(ada, fitments.managed, { params: { id } })).body

const shown = async (id: string) =>
  (await shop.call(undefined, fitments.ofProduct, { params: { id } })).body

interface Wanted {
  isUniversal?: boolean
  fitments?: Fitment[]
  seen?: string
}

async function change(id: string, { isUniversal = false, fitments: all = [], seen }: Wanted) {
  const version = seen ?? (await managed(id)).version
  return shop.call(ada, fitments.change, {
    params: { id },
    body: { isUniversal, fitments: all, seen: version },
  })
}

const names = { make: 'volkswagen', model: 'golf', makeName: 'Volkswagen', modelName: 'Golf' }

/** @shows row-142 */
test('what an admin says of a product is what everybody reads, at once', async () => {
  const { id } = await shop.stock()
  const fitment = fitmentFor(golf, {
    yearFrom: 2010,
    litres: 2.5,
    cylinders: 5,
    fuel: 'petrol',
    position: 'front',
    perCar: 2,
    note: 'not for the GTI',
  })
  const url = `/api/fitments/verdicts?vehicle=${golf}&engine=2.5l-5cyl-petrol&products=${id}`
  const verdict = async () => (await shop.app.inject({ url })).json()[0].verdict
  expect(await verdict()).toBe('unknown')
  const { status, body } = await change(id, { fitments: [fitment] })
  expect(status).toBe(200)
  expect(await verdict()).toBe('check')
  expect(await shown(id)).toEqual({ isUniversal: false, fitments: [{ ...fitment, ...names }] })
  expect(await managed(id)).toEqual(body)
})

test('cars are listed by make, model and year', async () => {
  const { id } = await shop.stock()
  const wanted = [
    fitmentFor(golf, { yearFrom: 2013 }),
    fitmentFor(golf, { yearFrom: 2010 }),
    fitmentFor(civic),
  ]
  await change(id, { fitments: wanted })
  const list = (await shown(id)).fitments.map(({ model, yearFrom }) => [model, yearFrom])
  expect(list).toEqual([
    ['civic', 2012],
    ['golf', 2010],
    ['golf', 2013],
  ])
})

test('a change replaces all cars, also by the statement that the part fits every car', async () => {
  const { id } = await shop.stock()
  await change(id, { fitments: [fitmentFor(golf), fitmentFor(civic)] })
  await change(id, { fitments: [fitmentFor(civic)] })
  expect((await shown(id)).fitments.map(({ model }) => model)).toEqual(['civic'])
  await change(id, { isUniversal: true })
  expect(await shown(id)).toEqual({ isUniversal: true, fitments: [] })
  await change(id, { fitments: [fitmentFor(golf)] })
  expect((await shown(id)).fitments.map(({ model }) => model)).toEqual(['golf'])
})

test('of two admins who saw the same, the second overwrites nothing', async () => {
  const { id } = await shop.stock()
  const { version } = await managed(id)
  await change(id, { fitments: [fitmentFor(golf)], seen: version })
  const late = await change(id, { fitments: [fitmentFor(civic)], seen: version })
  expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
  expect((await shown(id)).fitments.map(({ model }) => model)).toEqual(['golf'])
})

test('of simultaneous changes by admins who saw the same, one is made', async () => {
  const { id } = await shop.stock()
  const { version: seen } = await managed(id)
  const lock = await holdLock(shop, 'select from products where id = $1 for update', [id])
  const changes = [golf, civic].map((car) => change(id, { fitments: [fitmentFor(car)], seen }))
  await lock.areWaiting(2)
  await lock.release()
  const answers = await Promise.all(changes)
  const codes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.code))
  expect(codes.toSorted()).toEqual(['changed-meanwhile', 'made'])
  expect((await shown(id)).fitments).toHaveLength(1)
})

test('a repeated change has no second effect, and no entry in the audit log', async () => {
  const { id } = await shop.stock()
  const { version: seen } = await managed(id)
  const wanted = { fitments: [fitmentFor(civic), fitmentFor(golf)], seen }
  const first = await change(id, wanted)
  expect(await change(id, wanted)).toMatchObject({ status: 200, body: first.body })
  const { body } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(body).toHaveLength(1)
})

/** @shows row-142 */
test('the audit log names the cars that were added and removed', async () => {
  const { id } = await shop.stock()
  await change(id, { fitments: [fitmentFor(golf), fitmentFor(civic)] })
  await change(id, {
    fitments: [fitmentFor(golf), fitmentFor(civic, { yearTo: 2015, fuel: 'petrol', perCar: 2 })],
  })
  await change(id, { isUniversal: true })
  const { body } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(body.map(({ action, changes }) => [action, changes])).toEqual([
    [
      'change-product',
      [
        {
          field: 'fits',
          before: 'Honda Civic 2012–2015, petrol, 2 per car; Volkswagen Golf 2014',
          after: null,
        },
        { field: 'is_universal', before: 'no', after: 'yes' },
      ],
    ],
    [
      'change-product',
      [
        {
          field: 'fits',
          before: 'Honda Civic 2012',
          after: 'Honda Civic 2012–2015, petrol, 2 per car',
        },
      ],
    ],
    [
      'change-product',
      [{ field: 'fits', before: null, after: 'Honda Civic 2012; Volkswagen Golf 2014' }],
    ],
  ])
})

test('an entry of the audit log names twenty cars and counts the rest', async () => {
  const { id } = await shop.stock()
  const all = Array.from({ length: 23 }, (_, index) =>
    fitmentFor(`volkswagen/golf/${2000 + index}`),
  )
  await change(id, { fitments: all })
  const { body } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(body[0]?.changes[0]?.after).toMatch(
    /^Volkswagen Golf 2000; .*; Volkswagen Golf 2019; 3 more$/,
  )
})

test.each([
  ['fitments.1.model', { fitments: [fitmentFor(golf), fitmentFor('nobodys/golf/2014')] }],
  ['fitments.0.model', { fitments: [fitmentFor('volkswagen/nobodys/2014')] }],
  ['fitments.0.model', { fitments: [fitmentFor('honda/golf/2014')] }],
  ['fitments.1.model', { fitments: [fitmentFor(golf), fitmentFor(golf, { perCar: 2 })] }],
  ['fitments.0.yearTo', { fitments: [fitmentFor(golf, { yearFrom: 2015 })] }],
  ['fitments.0.yearFrom', { fitments: [fitmentFor(golf, { yearFrom: 1700 })] }],
  ['fitments.0.litres', { fitments: [fitmentFor(golf, { litres: 2.55 })] }],
  ['fitments.0.note', { fitments: [fitmentFor(golf, { note: ' ' })] }],
  ['isUniversal', { isUniversal: true, fitments: [fitmentFor(golf)] }],
  ['fitments', { fitments: Array.from({ length: fitmentsMax + 1 }, () => fitmentFor(golf)) }],
])('an error is beside its field: %s', async (field, wanted) => {
  const { id } = await shop.stock()
  const { status, body } = await change(id, wanted)
  expect([status, body.errors?.map((error) => error.field)]).toEqual([
    422,
    expect.arrayContaining([field]),
  ])
  expect(await shown(id)).toEqual({ isUniversal: false, fitments: [] })
})

test('as many cars as a call may name, each with a note, are stored', async () => {
  const { id } = await shop.stock()
  const all = Array.from({ length: fitmentsMax }, (_, index) =>
    fitmentFor(golf, { note: `${index} ${'n'.repeat(250)}` }),
  )
  expect((await change(id, { fitments: all })).status).toBe(200)
  expect((await shown(id)).fitments).toHaveLength(fitmentsMax)
})

test('an archived product is not shown to visitors, and admins change it', async () => {
  const { id } = await shop.stock()
  await shop.call(ada, products.remove, { params: { id } })
  expect((await change(id, { fitments: [fitmentFor(golf)] })).status).toBe(200)
  expect((await managed(id)).fitments).toHaveLength(1)
  expect((await shop.call(undefined, fitments.ofProduct, { params: { id } })).status).toBe(404)
})

test('a product that does not exist is not found', async () => {
  const id = randomUUID()
  const body = { isUniversal: false, fitments: [], seen: '' }
  expect((await shop.call(ada, fitments.change, { params: { id }, body })).status).toBe(404)
})

test('a page reads what a product fits as a client does', async () => {
  const { id } = await shop.stock()
  await change(id, { fitments: [fitmentFor(golf)] })
  const { read } = shop.shop.publicAnswers
  expect((await read(`/api/product/${id}/fitments`)).answer).toEqual(await shown(id))
  await expect(read('/api/product/nobodys/fitments')).rejects.toMatchObject({ code: 'not-found' })
})
