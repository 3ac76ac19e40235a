import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickOrder } from '#contract/quick-order.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let mia: TestUser
const ids: Record<string, string> = {}

const stock = {
  seal: { name: 'Door Seal', partNumber: 'AP-BD-1040-F' },
  lamp: { name: 'Lamp', partNumber: 'AP-EL-7060' },
  panel: { name: 'Quarter Panel', partNumber: 'AP-BD-1205' },
  left: { name: 'Mirror Left', partNumber: 'AP-MI-1001' },
  right: { name: 'Mirror Right', partNumber: 'AP-MI-1002' },
}

beforeAll(async () => {
  shop = await openShop()
  mia = await shop.signIn()
  for (const [key, part] of Object.entries(stock)) {
    ids[key] = (await shop.stock({ ...part, quantity: 1000 })).id
  }
  const numbers = [
    ['barcode', '4006381333931', 'lamp'],
    ['oem', '8T0941004AL', 'lamp'],
    ['oem', '8T0941004', 'seal'],
    ['oem', 'WV 777', 'panel'],
    ['oem', 'WV 777 50', 'panel'],
    ['interchange', 'MIR-55555', 'left'],
    ['interchange', 'MIR-55555', 'right'],
  ] as const
  for (const [kind, number, key] of numbers) {
    await shop.database.pool.query(
      `insert into product_numbers (product_id, kind, brand, number) values ($1, $2, '', $3)`,
      [ids[key], kind, number],
    )
  }
})
afterAll(() => shop.close())

async function rowsOf(list: string) {
  const { body } = await shop.call(mia, quickOrder.check, { body: { list } })
  return body.map(({ part, quantity, product, others = [], problem }) => ({
    part,
    quantity,
    parts: [product, ...others].flatMap((each) =>
      Object.keys(ids).filter((key) => ids[key] === each?._id),
    ),
    problem,
  }))
}

/** @shows row-213 */
test.each([
  ['AP-BD-1040-F 10,', 'seal'],
  ['AP-BD-1040-F 10;', 'seal'],
  ['AP-BD-1040-F 10.', 'seal'],
  ['1. AP-BD-1040-F 10', 'seal'],
  ['1) AP-EL-7060 10', 'lamp'],
  ['- AP-EL-7060 10', 'lamp'],
  ['• AP-EL-7060 10', 'lamp'],
  ['* AP-EL-7060 10', 'lamp'],
  ['AP-BD-1205 Quarter Panel 10', 'panel'],
  ['AP-BD-1205 Side Panel 10', 'panel'],
  ['AP-BD-1040-F 10 $12.00', 'seal'],
  ['AP-BD-1040-F 10 12.00 120.00', 'seal'],
  ['AP-BD-1040-F 10 12,00 120,00', 'seal'],
  ['AP-BD-1040-F (10)', 'seal'],
  ['AP-BD-1040-F qty 10', 'seal'],
  ['Qty: 10 AP-BD-1040-F', 'seal'],
  ['AP-BD-1040-F quantity: 10', 'seal'],
  ['AP-BD-1040-F|10', 'seal'],
  ['| AP-BD-1040-F | 10 |', 'seal'],
  ['AP-BD-1040-F 10,00', 'seal'],
  ['AP-BD-1040-F 10.00', 'seal'],
  ['AP-BD-1040-F\t10,00', 'seal'],
  ['Seal front door\t10\tAP-BD-1040-F', 'seal'],
  ['Door Seal\t10\tAP-BD-1040-F', 'seal'],
  ['4006381333931\tAP-EL-7060\t10', 'lamp'],
  ['4006381333948\tAP-BD-1040-F\t10', 'seal'],
  ['Name\tPart\tOEM\tQty\nLamp left\tAP-EL-7060\t8T0941004AL\t10', 'lamp'],
  ['Name\tPart\tOEM\tQty\nLamp left\tX-99999\t8T0941004AL\t10', 'lamp'],
  ['MIR-55555\tAP-MI-1002\t10', 'right'],
  ['MIR-55555\tMirror Left\t10', 'left'],
])('a line of a mail or a table is ten of one part: %j', async (list, key) => {
  expect(await rowsOf(list)).toMatchObject([{ quantity: 10, parts: [key], problem: null }])
})

/** @shows row-213 */
test.each([
  ['4006381333931\tAP-BD-1040-F\t10', ['lamp', 'seal'], '4006381333931 or AP-BD-1040-F'],
  ['Quarter Panel\t10\tAP-BD-1040-F', ['seal', 'panel'], 'AP-BD-1040-F or Quarter Panel'],
  ['AP-BD-1040-F Quarter Panel 10', ['seal', 'panel'], 'AP-BD-1040-F or Quarter Panel'],
  [
    'Name\tPart\tOEM\tQty\nSeal\tAP-BD-1040-F\t8T0941004AL\t10',
    ['seal', 'lamp'],
    'AP-BD-1040-F or 8T0941004AL',
  ],
  ['MIR-55555\t10', ['left', 'right'], 'MIR-55555'],
])('what finds different parts asks, with its quantity: %j', async (list, parts, part) => {
  expect(await rowsOf(list)).toEqual([{ part, quantity: 10, parts, problem: 'several' }])
  // A corrected list is checked again after a reload: it must not have become an order of one of them.
  const [again] = await rowsOf(`${part},10`)
  expect(again?.problem).not.toBeNull()
})

/** @shows row-213 */
test.each([
  ['AP-BD-9999\tQuarter Panel\t10', 'AP-BD-9999'],
  ['Quarter Panel\t10\tAP-BD-9999', 'AP-BD-9999'],
  ['AP-BD-9999 Quarter Panel 10', 'AP-BD-9999 Quarter Panel'],
  ['8T0941004 GRU 10', '8T0941004 GRU'],
])('a name does not count beside a number that the shop does not have: %j', async (list, part) => {
  expect(await rowsOf(list)).toEqual([{ part, quantity: 10, parts: [], problem: 'not-found' }])
})

/** @shows row-213 */
test('a product named with its number is found by that name', async () => {
  ids['belt'] = (await shop.stock({ name: '6PK10707 Belt', quantity: 100 })).id
  for (const list of ['6PK10707 Belt 10', '6PK10707 Belt\t10']) {
    expect(await rowsOf(list)).toMatchObject([{ quantity: 10, parts: ['belt'], problem: null }])
  }
})

/** @shows row-213 */
test('one part in two quantities has none, and words of a mail are not parts', async () => {
  expect(await rowsOf('WV 777 50')).toMatchObject([
    { quantity: '', parts: ['panel'], problem: 'no-quantity' },
  ])
  expect(await rowsOf('AP-BD-1040-F 10.00 12.00')).toMatchObject([
    { quantity: '10 or 12', parts: ['seal'], problem: 'not-a-quantity' },
  ])
  expect(await rowsOf('Hello,\nplease send:\nBest regards')).toMatchObject([
    { part: 'Hello', problem: 'not-found' },
    { part: 'please send:', problem: 'not-found' },
    { part: 'Best regards', problem: 'not-found' },
  ])
})

/** @shows row-213 */
test('the longest list with the most readings is checked', async () => {
  const line = '1. AP-BD-1205 Quarter Panel qty 20 @ 12.00 120.00'
  const list = Array.from({ length: 200 }, (_, n) => line.replace('1205', String(1205 + n)))
  const { status, body } = await shop.call(mia, quickOrder.check, {
    body: { list: list.join('\n') },
  })
  expect([status, body.length]).toEqual([200, 200])
})
