import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProductNumber } from '#contract/numbers/product-numbers.ts'
import { productNumbers } from '#contract/numbers/product-numbers.ts'
import { products } from '#contract/products/products.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let ada: TestUser
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

let last = 0

/** A product with a part number of its own, and with other numbers. */
async function part(...numbers: ProductNumber[]) {
  last += 1
  const partNumber = `AP-BR-${5000 + last}`
  const { id } = await shop.stock({ partNumber })
  await change(id, { numbers })
  return { id, partNumber }
}

async function change(id: string, wanted: { numbers?: ProductNumber[]; replacedBy?: string }) {
  const { body } = await shop.call(ada, productNumbers.managed, { params: { id } })
  return shop.call(ada, productNumbers.change, {
    params: { id },
    body: {
      numbers: wanted.numbers ?? body.numbers.map((each) => ProductNumber.parse(each)),
      replacedBy: wanted.replacedBy ?? body.replacedBy?._id ?? null,
      seen: body.version,
    },
  })
}

const remove = (id: string) => shop.call(ada, products.remove, { params: { id } })

const oem = (number: string, brand = 'Volkswagen') => ({ kind: 'oem', brand, number }) as const

const barcode = (number: string) => ({ kind: 'barcode', brand: '', number }) as const

const lookUp = async (...partNumbers: string[]) =>
  (await shop.call(undefined, products.lookUp, { body: { partNumbers } })).body

/** A number as people write it. */
const spellings = (number: string) => [
  number,
  number.toLowerCase(),
  number.replaceAll(/[ -]/g, ''),
  number.replaceAll(/[ -]/g, '.'),
  number.replaceAll(/[ -]/g, ' / '),
  ` ${number.replaceAll(/[ -]/g, '  ').toLowerCase()} `,
]

/** @shows row-161 */
test('each spelling of ten numbers finds its part, and the answer says how', async () => {
  const pads = await part(
    oem('1K0 698 151'),
    oem('8N0-698-451-C', 'Audi'),
    { kind: 'replaced', brand: '', number: 'AP-BR-3999' },
    { kind: 'interchange', brand: 'Bosch', number: '0 986 494 123' },
    { kind: 'interchange', brand: 'TRW', number: 'GDB1550' },
    { kind: 'barcode', brand: '', number: '4 047024 123458' },
  )
  const first = await part(oem('191-698-151'))
  const second = await part()
  await change(first.id, { replacedBy: second.id })
  await change(second.id, { replacedBy: pads.id })
  await remove(second.id)
  const ten = [
    [pads.partNumber, 'own', ''],
    ['1K0 698 151', 'oem', 'Volkswagen'],
    ['8N0-698-451-C', 'oem', 'Audi'],
    ['AP-BR-3999', 'replaced', ''],
    ['0 986 494 123', 'interchange', 'Bosch'],
    ['GDB1550', 'interchange', 'TRW'],
    ['4 047024 123458', 'barcode', ''],
    [first.partNumber, 'replaced', ''],
    [second.partNumber, 'replaced', ''],
    ['191-698-151', 'oem', 'Volkswagen'],
  ] as const
  for (const [number, kind, brand] of ten) {
    const typed = spellings(number)
    const wanted = typed.map((partNumber) => [partNumber, pads.id, { kind, brand, number }])
    const answers = await lookUp(...typed)
    expect(answers.map((each) => [each.partNumber, each.product?._id, each.via])).toEqual(wanted)
    const list = typed.map((each) => `"${each.trim()}",40`).join('\n')
    const { body } = await shop.call(ada, quickOrder.check, { body: { list } })
    expect(body.map(({ product, via, others }) => [product?._id, via, others])).toEqual([
      [pads.id, { kind, brand, number }, undefined],
    ])
  }
})

/** @shows row-161 */
test('lines of a quick order that are added up keep each number that they were found by', async () => {
  const [one, other] = [oem(`2K1 698 ${last} A`), oem(`2K1 698 ${last} B`)]
  const pads = await part(one, other)
  const list = [one.number, pads.partNumber, other.number, one.number].join(',10\n')
  const { body } = await shop.call(ada, quickOrder.check, { body: { list: `${list},10` } })
  const own = { kind: 'own', brand: '', number: pads.partNumber }
  expect(body).toMatchObject([
    { lines: [1, 2, 3, 4], quantity: 40, via: one, alsoVia: [own, other] },
  ])
})

/** @shows row-161 */
test('the most certain kind of number decides', async () => {
  const number = `Z ${Date.now()}`
  const kinds = ['barcode', 'interchange', 'replaced', 'oem'] as const
  for (const kind of kinds) {
    const { id } = await part({ kind, brand: '', number })
    expect((await lookUp(number))[0]).toMatchObject({ product: { _id: id }, via: { kind } })
  }
  const { id } = await shop.stock({ partNumber: number })
  const [found] = await lookUp(number)
  expect(found).toMatchObject({ product: { _id: id }, via: { kind: 'own' } })
  expect(found?.others).toBeUndefined()
})

/** @shows row-161 */
test('a number of several parts asks which one is meant, and is not ordered before', async () => {
  const number = `7M3 ${Date.now()}`
  const left = await part(oem(number))
  const right = await part(oem(number, 'Seat'))
  const [found] = await lookUp(number)
  expect(found).toMatchObject({ product: { _id: left.id }, others: [{ _id: right.id }] })
  const list = `${number},40\n${left.partNumber},40\n${number},x`
  const { body } = await shop.call(ada, quickOrder.check, { body: { list } })
  expect(body.map(({ lines, problem, total }) => [lines, problem, total])).toEqual([
    [[1], 'several', null],
    [[2], null, 2720],
    [[3], 'several', null],
  ])
  expect(body[0]?.others?.map(({ _id }) => _id)).toEqual([right.id])
  // Once the other one is replaced by the first, they are the same part.
  await change(right.id, { replacedBy: left.id })
  const [clear] = await lookUp(number)
  expect([clear?.product?._id, clear?.others]).toEqual([left.id, undefined])
})

/** @shows row-161 */
test('a part whose successors are all gone is found itself, or nothing is', async () => {
  const gone = await part()
  const old = await part()
  await change(old.id, { replacedBy: gone.id })
  await remove(gone.id)
  expect((await lookUp(old.partNumber))[0]).toMatchObject({
    product: { _id: old.id },
    via: { kind: 'own' },
  })
  await remove(old.id)
  expect(await lookUp(old.partNumber, gone.partNumber)).toEqual([
    { partNumber: old.partNumber, product: null },
    { partNumber: gone.partNumber, product: null },
  ])
})

/** @shows row-161 */
test('a name is found before a number', async () => {
  const number = `N ${Date.now()}`
  await part(oem(number))
  const { id } = await shop.stock({ name: number })
  const { body } = await shop.call(ada, quickOrder.check, { body: { list: `${number},40` } })
  expect([body[0]?.product?._id, body[0]?.via]).toEqual([id, undefined])
})

/** @shows row-211 */
test.each([
  [
    '12 digits',
    '036000291452',
    ['036000291452', '0036000291452', '00036000291452', '0 36000 29145 2', '36000291452'],
  ],
  ['13 digits', '4006381333931', ['4006381333931', '04006381333931', '4-006381-333931']],
  ['8 digits', '96385074', ['96385074', '0000096385074', '00000096385074']],
])(
  'a barcode of %s finds its part in each of its lengths, everywhere',
  async (_, stored, asked) => {
    const { id } = await part(barcode(stored))
    const found = await lookUp(...asked)
    expect(found.map(({ product, via }) => [product?._id, via?.number])).toEqual(
      asked.map(() => [id, stored]),
    )
    for (const q of asked) {
      const { body: listed } = await shop.call(undefined, products.list, { query: { q } })
      const { body: suggested } = await shop.call(undefined, products.suggestions, { query: { q } })
      const { body: checked } = await shop.call(ada, quickOrder.check, {
        body: { list: `${q}\t20` },
      })
      expect([q, listed[0]?._id, suggested.products[0]?._id, checked[0]?.product?._id]).toEqual([
        q,
        id,
        id,
        id,
      ])
    }
  },
)

/** @shows row-211 */
test('a barcode that was stored with filling zeros is found without them', async () => {
  const { id } = await part()
  await shop.database.pool.query(
    `insert into product_numbers (product_id, kind, number) values ($1, 'barcode', '00012345678905')`,
    [id],
  )
  const found = await lookUp('012345678905', '0012345678905')
  expect(found.map(({ product }) => product?._id)).toEqual([id, id])
})

/** @shows row-211 */
test('leading zeros count in numbers that are not barcodes, and so does the digit of a package', async () => {
  const { partNumber } = await part(oem('036000291469'), barcode('036000291476'))
  const found = await lookUp('0036000291469', '10036000291473', partNumber)
  expect(found.map(({ product }) => product !== null)).toEqual([false, false, true])
})

/** @shows row-161 */
test('a number in full-width letters and digits finds its part', async () => {
  const { id, partNumber } = await part(oem('8T0 941 004 W'))
  const wide = partNumber.replaceAll(/\w/g, (each) =>
    String.fromCharCode(each.charCodeAt(0) + 0xfee0),
  )
  const found = await lookUp('８Ｔ０　９４１　００４　ｗ', wide)
  expect(found.map(({ product }) => product?._id)).toEqual([id, id])
})

/** @shows row-211 */
test('a part has a barcode once, however long it is written', async () => {
  const { id } = await shop.stock()
  const { body } = await change(id, { numbers: [barcode('0042100005264')] })
  expect(body.numbers).toEqual([barcode('042100005264')])
  const dropped = await change(id, { numbers: [barcode('42100005264')] })
  expect(dropped.body.numbers).toEqual([barcode('042100005264')])
  const twice = await change(id, { numbers: [barcode('042100005264'), barcode('0042100005264')] })
  expect(twice.status).toBe(422)
})
