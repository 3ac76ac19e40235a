import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { numberMessages, numbersMax, productNumbers } from '#contract/numbers/product-numbers.ts'
import type { ProductNumber } from '#contract/numbers/product-numbers.ts'
import { products } from '#contract/products/products.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

const golf: ProductNumber = { kind: 'oem', brand: 'Volkswagen', number: '1K0 698 151' }
const bosch: ProductNumber = { kind: 'interchange', brand: 'Bosch', number: '0 986 494 123' }

let shop: TestShop
let ada: TestUser
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

const managed = async (id: string) =>
  (await shop.call(ada, productNumbers.managed, { params: { id } })).body

interface Wanted {
  numbers?: ProductNumber[]
  replacedBy?: string | null
  seen?: string
}

async function change(id: string, { numbers = [], replacedBy = null, seen }: Wanted) {
  const version = seen ?? (await managed(id)).version
  return shop.call(ada, productNumbers.change, {
    params: { id },
    body: { numbers, replacedBy, seen: version },
  })
}

/** Some products, each replaced by the next. */
async function chain(length: number) {
  const ids: string[] = []
  for (let index = 0; index < length; index += 1) ids.push((await shop.stock()).id)
  for (const [index, id] of ids.slice(0, -1).entries()) {
    await shop.database.pool.query('update products set replaced_by = $2 where id = $1', [
      id,
      ids[index + 1],
    ])
  }
  return ids
}

/** @shows row-162 */
test('what an admin says of a product is what its page shows, at once', async () => {
  const { id } = await shop.stock()
  const page = async () =>
    (await shop.call(undefined, products.page, { query: { product: id } })).body
  expect(await page()).toMatchObject({ numbers: [], replaces: [] })
  const { status, body } = await change(id, { numbers: [bosch, golf] })
  expect(status).toBe(200)
  expect(body.numbers).toEqual([golf, bosch])
  expect(await managed(id)).toEqual(body)
  const [first = '', second = ''] = await chain(2)
  await change(second, { replacedBy: id })
  const { numbers, replaces } = await page()
  expect(numbers).toEqual([golf, bosch])
  expect(replaces.map(({ _id }) => _id)).toEqual([second, first])
})

/** @shows row-162 */
test('the page of a withdrawn part leads to the last of its successors that is for sale', async () => {
  const [first = '', second = '', third = '', gone = ''] = await chain(4)
  for (const id of [first, second, gone]) {
    await shop.call(ada, products.remove, { params: { id } })
  }
  const { body } = await shop.call(undefined, products.page, { query: { product: first } })
  expect(body.replacedBy?._id).toBe(third)
})

/** @shows row-162 */
test('the page of a part that is still for sale names the last of its successors', async () => {
  const [first = '', , third = ''] = await chain(3)
  const { body } = await shop.call(undefined, products.page, { query: { product: first } })
  expect(body).toMatchObject({ product: { _id: first }, replacedBy: { _id: third } })
})

test('of two admins who saw the same, the second overwrites nothing', async () => {
  const { id } = await shop.stock()
  const { version } = await managed(id)
  await change(id, { numbers: [golf], seen: version })
  const late = await change(id, { numbers: [bosch], seen: version })
  expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
  expect((await managed(id)).numbers).toEqual([golf])
})

test('of simultaneous changes by admins who saw the same, one is made', async () => {
  const { id } = await shop.stock()
  const { version: seen } = await managed(id)
  const lock = await holdLock(shop, `select pg_advisory_xact_lock(hashtext('numbers'))`, [])
  const changes = [golf, bosch].map((number) => change(id, { numbers: [number], seen }))
  await lock.areWaiting(2)
  await lock.release()
  const answers = await Promise.all(changes)
  const codes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.code))
  expect(codes.toSorted()).toEqual(['changed-meanwhile', 'made'])
  expect((await managed(id)).numbers).toHaveLength(1)
})

test('a repeated change has no second effect, and no entry in the audit log', async () => {
  const { id } = await shop.stock()
  const { version: seen } = await managed(id)
  const first = await change(id, { numbers: [bosch, golf], seen })
  expect(await change(id, { numbers: [golf, bosch], seen })).toMatchObject({
    status: 200,
    body: first.body,
  })
  const { body } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(body).toHaveLength(1)
})

/** @shows row-162 */
test('the audit log names the numbers that were added and removed, and the successor', async () => {
  const { id } = await shop.stock()
  const next = await shop.stock({ name: 'Pads of the second kind', partNumber: 'AP-BR-4452' })
  await change(id, { numbers: [golf] })
  await change(id, { numbers: [{ ...golf, number: '1K0-698-151' }], replacedBy: next.id })
  const { body } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(body.map(({ action, changes }) => [action, changes])).toEqual([
    [
      'change-product',
      [
        {
          field: 'numbers',
          before: 'OEM number 1K0 698 151, Volkswagen',
          after: 'OEM number 1K0-698-151, Volkswagen',
        },
        { field: 'replaced_by', before: null, after: 'Pads of the second kind, AP-BR-4452' },
      ],
    ],
    [
      'change-product',
      [{ field: 'numbers', before: null, after: 'OEM number 1K0 698 151, Volkswagen' }],
    ],
  ])
})

test.each([
  ['numbers.0.number', { numbers: [{ ...golf, number: ' - ' }] }],
  ['numbers.0.number', { numbers: [{ ...golf, number: '1'.repeat(41) }] }],
  ['numbers.0.number', { numbers: [{ ...golf, number: '1K0#698' }] }],
  ['numbers.0.brand', { numbers: [{ ...golf, brand: 'x'.repeat(61) }] }],
  ['numbers.0.kind', { numbers: [{ ...golf, kind: 'own' as 'oem' }] }],
  ['numbers.1.number', { numbers: [golf, { ...golf, brand: 'VOLKSWAGEN', number: '1k0698151' }] }],
  ['numbers', { numbers: Array.from({ length: numbersMax + 1 }, () => golf) }],
  ['replacedBy', { replacedBy: 'AP-BR-4450' }],
])('an error is beside its field: %s', async (field, wanted) => {
  const { id } = await shop.stock()
  const { status, body } = await change(id, wanted)
  expect([status, body.errors?.map((error) => error.field)]).toEqual([
    422,
    expect.arrayContaining([field]),
  ])
  expect((await managed(id)).numbers).toEqual([])
})

/** @shows row-162 */
test('a product cannot replace itself, directly or through others, nor end a chain of more than ten', async () => {
  const [first = '', second = '', third = ''] = await chain(3)
  const refused = async (id: string, replacedBy: string) => {
    const { status, body } = await change(id, { replacedBy })
    return [status, body.errors?.[0]]
  }
  const field = 'replacedBy'
  expect(await refused(first, first)).toEqual([422, { field, message: numberMessages.itself }])
  expect(await refused(third, first)).toEqual([422, { field, message: numberMessages.circle }])
  expect(await refused(third, second)).toEqual([422, { field, message: numberMessages.circle }])
  expect(await refused(third, randomUUID())).toEqual([
    422,
    { field, message: numberMessages.unknownSuccessor },
  ])
  const ten = await chain(11)
  expect(await refused(ten[10]!, first)).toEqual([422, { field, message: numberMessages.tooOften }])
  expect(await refused(third, ten[0]!)).toEqual([422, { field, message: numberMessages.tooOften }])
  expect((await change(third, { replacedBy: ten[3]! })).status).toBe(200)
})

/** @shows row-162 */
test('simultaneous replacements make no circle, also by statements of their own', async () => {
  const one = await shop.stock()
  const other = await shop.stock()
  const set = 'update products set replaced_by = $2 where id = $1'
  const lock = await holdLock(shop, set, [one.id, other.id])
  const second = shop.database.pool.query(set, [other.id, one.id])
  const refusal = expect(second).rejects.toMatchObject({
    constraint: 'products_replaced_in_a_circle',
  })
  await lock.areWaiting(1)
  await lock.release()
  await refusal
})

test('a product that does not exist is not found', async () => {
  const params = { id: randomUUID() }
  const body = { numbers: [], replacedBy: null, seen: '' }
  expect((await shop.call(ada, productNumbers.managed, { params })).status).toBe(404)
  expect((await shop.call(ada, productNumbers.change, { params, body })).status).toBe(404)
})
