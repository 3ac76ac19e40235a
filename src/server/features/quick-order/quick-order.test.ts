import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { quantityMin } from '#contract/shared/quantity.ts'
import { quickOrder, quickRowsMax } from '#contract/quick-order.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  mia = await shop.signIn()
})
afterAll(() => shop.close())

const check = (list: string) => shop.call(mia, quickOrder.check, { body: { list } })

const rowsOf = async (list: string) =>
  (await check(list)).body.map(({ lines, quantity, product, total, problem }) => [
    lines,
    quantity,
    product?.quantity,
    total,
    problem,
  ])

/** @shows row-82 */
test('each row of a list gets price, stock, total and problem', async () => {
  const lamp = await shop.stock({ quantity: 60, price: 6800 })
  const rare = await shop.stock({ quantity: 4 })
  const dear = await shop.stock({ quantity: 1000, price: 99_999_999 })
  const list = [
    `${lamp.name.toUpperCase()},40`,
    `${rare.name},10`,
    'No such part,40',
    `${dear.name},10`,
    `${lamp.name},`,
    `${lamp.name},forty`,
    `${rare.name},9`,
    ',40',
  ]
  expect(await rowsOf(list.join('\n'))).toEqual([
    [[1], 40, 60, 2720, null],
    [[2, 7], 19, 4, 1292, 'too-many'],
    [[3], 40, undefined, null, 'not-found'],
    [[4], 10, 1000, 9_999_999.9, 'too-much'],
    [[5], '', 60, null, 'no-quantity'],
    [[6], 'forty', 60, null, 'not-a-quantity'],
    [[8], 40, undefined, null, 'no-part'],
  ])
})

test('each row contains the minimum quantity, even with a problem', async () => {
  const part = await shop.stock()
  const { body } = await check(`${part.name},40\n${part.name} x,9`)
  expect(body.map(({ minimum }) => minimum)).toEqual([quantityMin, quantityMin])
})

/** @shows row-117 */
test('each row follows the minimum and the packs of its part', async () => {
  const engine = await shop.stock({ minimumOrder: 1, quantity: 2 })
  const pads = await shop.stock({ packSize: 4, quantity: 40 })
  const list = [`${engine.name},1`, `${pads.name},10`].join('\n')
  const { body } = await check(list)
  expect(body.map(({ minimum, problem }) => [minimum, problem])).toEqual([
    [1, null],
    [12, 'too-few'],
  ])
  expect((await rowsOf(`${pads.name},13`))[0]?.at(-1)).toBe('not-in-packs')
  expect((await rowsOf(`${pads.name},16`))[0]?.at(-1)).toBeNull()
})

/** @shows row-82 */
test('lines with the same part are one row; the minimum applies to the sum', async () => {
  const part = await shop.stock({ quantity: 1000, price: 6800 })
  const few = await shop.stock()
  const list = `${part.name},5\n${few.name},9\n${part.name.toLowerCase()};5`
  expect(await rowsOf(list)).toEqual([
    [[1, 3], 10, 1000, 680, null],
    [[2], 9, 100, 612, 'too-few'],
  ])
  expect((await rowsOf(`${part.name};"1,000"`))[0]).toEqual([[1], 1000, 1000, 68_000, null])
})

/** @shows row-82 */
test('a part is found by its number in any notation and by its exact name', async () => {
  const digits = String(Date.now())
  const lamp = await shop.stock({ quantity: 60 })
  const number = `8T0-${digits}-al`
  await shop.database.pool.query('update products set part_number = $2 where id = $1', [
    lamp.id,
    number,
  ])
  for (const written of [number, `8t0 ${digits} AL 40`, `8T0.${digits}.AL;40`, lamp.name]) {
    const { body } = await check(written)
    expect([written, body[0]?.product?._id]).toEqual([written, lamp.id])
    expect(body[0]?.product?.partNumber).toBe(number)
  }
  const namesake = await shop.stock({ name: `8T0/${digits}/AL` })
  const { body } = await check(`8T0/${digits}/AL,40`)
  expect(body[0]?.product?._id).toBe(namesake.id)
})

/** The part of each row by its id, with the quantity and the problem. */
async function readingOf(list: string) {
  const { body } = await check(list)
  return body.map(({ product, others = [], quantity, problem }) => [
    [product, ...others].map((part) => part?._id),
    quantity,
    problem,
  ])
}

/** @shows row-213 */
test('the reading of a line that finds a part counts', async () => {
  const digits = String(Date.now())
  const belt = await shop.stock({ partNumber: `6PK${digits}`, minimumOrder: 1 })
  const filter = await shop.stock({ partNumber: `11 28 ${digits} 650`, minimumOrder: 1 })
  const unit = await shop.stock({ name: `ABS ${digits} unit`, minimumOrder: 1 })
  expect(await readingOf(`11 28 ${digits} 650`)).toEqual([[[filter.id], '', 'no-quantity']])
  expect(await readingOf(`11 28 ${digits} 650 4`)).toEqual([[[filter.id], 4, null]])
  for (const written of [
    `6PK${digits} x 4`,
    `6PK${digits} × 4`,
    `4 6PK${digits}`,
    `4 pcs 6PK${digits}`,
    `６ＰＫ${digits}: ４`,
  ]) {
    expect([written, ...(await readingOf(written))]).toEqual([written, [[belt.id], 4, null]])
  }
  expect(await readingOf(`ABS ${digits} unit 4`)).toEqual([[[unit.id], 4, null]])
  const hose = await shop.stock({ partNumber: `X ${digits.slice(-7)}`, minimumOrder: 1 })
  expect(await readingOf(`4;X ${digits.slice(-7)}`)).toEqual([[[hose.id], 4, null]])
})

/** @shows row-213 */
test('a line whose readings find different parts asks which one, and has no quantity', async () => {
  const digits = String(Date.now())
  const part = await shop.stock({ partNumber: `WX ${digits}` })
  const longer = await shop.stock({ partNumber: `WX ${digits} 50` })
  const turned = await shop.stock({ partNumber: `10 WX ${digits}` })
  expect(await readingOf(`WX ${digits} 50`)).toEqual([[[part.id, longer.id], '', 'several']])
  expect(await readingOf(`10 WX ${digits} 50`)).toEqual([[[turned.id, longer.id], '', 'several']])
  expect((await check(`WX ${digits} 50`)).body[0]?.part).toBe(`WX ${digits} 50`)
  const [plain, hose] = [digits.slice(-7), `X ${digits.slice(-6)}`]
  const ids = [await shop.stock({ partNumber: plain }), await shop.stock({ partNumber: hose })]
  expect(await readingOf(`${plain};${hose}`)).toEqual([[ids.map(({ id }) => id), '', 'several']])
})

/** @shows row-213 */
test('a line whose readings find one part in two quantities asks for the quantity', async () => {
  const digits = String(Date.now())
  const part = await shop.stock({ partNumber: `WY ${digits}`, name: `10 WY ${digits}` })
  expect(await readingOf(`10 WY ${digits}`)).toEqual([[[part.id], '', 'no-quantity']])
})

/** @shows row-213 */
test('a number of digits alone is never its own quantity, nor that of a part whose number looks like one', async () => {
  const digits = String(Date.now())
  const number = digits.slice(-7)
  const name = `Febi Screw ${digits.replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)))}`
  const screw = await shop.stock({
    partNumber: number,
    name,
    minimumOrder: 1,
  })
  await shop.stock({ partNumber: '1000' })
  for (const list of [`${number}\t${name}`, `${number};${name}`, `${number} ${name}`]) {
    expect([list, ...(await readingOf(list))]).toEqual([list, [[screw.id], '', 'no-quantity']])
  }
  for (const list of [
    `${number}\t10`,
    `${number}\t${name}\t10`,
    `${number};${name};10;0,55`,
    `${number}\t10\t0.55\t5.50`,
    `10\t${number}`,
  ]) {
    expect([list, ...(await readingOf(list))]).toEqual([list, [[screw.id], 10, null]])
  }
  for (const [typed, quantity] of [
    [`${number}\t1.000`, '1.000'],
    [`${number} 1.000`, '1.000'],
    [`${number};10,5`, '10,5'],
    [`${number}\tSchraube\t1.000\t0,55`, '1.000'],
    [`${number}\tten`, 'ten'],
  ] as const) {
    expect([typed, ...(await readingOf(typed))]).toEqual([
      typed,
      [[screw.id], quantity, 'not-a-quantity'],
    ])
  }
  // The name of a part beside a number that the shop does not have.
  expect(await readingOf(`${digits.slice(-6)}\t${name}`)).toEqual([
    [[undefined], expect.anything(), 'not-found'],
  ])
})

test('a deleted product is not found', async () => {
  const part = await shop.stock()
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [part.id])
  expect(await rowsOf(`${part.name},40`)).toEqual([[[1], 40, undefined, null, 'not-found']])
})

test.each([
  ['', 'The list is empty'],
  [' \n\t\n', 'The list is empty'],
  [',,\n;;', 'The list has no parts'],
  ['Part,Quantity', 'The list has no parts'],
  ['x'.repeat(20_001), 'A list can have at most 20000 characters'],
  ['PK\u0000\u0003,40', 'Contains characters that cannot be typed'],
  [
    Array.from({ length: quickRowsMax + 1 }, (_, n) => `TL-${n},10`).join('\n'),
    `A list can have at most ${quickRowsMax} parts; this one has ${quickRowsMax + 1}`,
  ],
])('an unusable list is refused with a message: %j', async (list, message) => {
  const { status, body } = await check(list)
  expect([status, body.errors]).toEqual([422, [{ field: 'list', message }]])
})

/** @shows row-82 */
test('a checked list can be placed unchanged; repeating a row under its key places it once', async () => {
  const parts = [await shop.stock({ quantity: 40 }), await shop.stock({ quantity: 40 })]
  const { body } = await check(parts.map(({ name }) => `${name},40`).join('\n'))
  const place = (row: (typeof body)[number], idempotencyKey: string) =>
    shop.call(
      mia,
      orders.place,
      {
        body: {
          product: row.product!._id,
          name: row.product!.name,
          quantity: Number(row.quantity),
          price: Number(row.total),
        },
      },
      { idempotencyKey },
    )
  const first = await place(body[0]!, 'list-1')
  expect((await place(body[0]!, 'list-1')).body).toEqual(first.body)
  expect((await place(body[1]!, 'list-2')).status).toBe(200)
  expect(await rowsOf(`${parts[0]!.name},40`)).toEqual([[[1], 40, 0, 2720, 'too-many']])
})
