import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import type { ViaKind } from '#contract/numbers/via.ts'
import { OneOrder, orders } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { orderOfLines } from '../../../testing/order-lines.ts'
import { openPayments, orderOf } from '../../../testing/payments.ts'
import type { Part } from '../../../testing/payments.ts'
import { textOf } from '../../../testing/pdf-text.ts'
import type { TestUser } from '../../../testing/shop.ts'
import { queueOrderMails } from '../../order-mails/order-mails.ts'
import { priceSteps } from '../../../testing/steps/prices.ts'

const { shop, steps } = await openPayments()

let last = 0

/** A part with a number of its own and one of another kind, which no other part has. */
async function numberedPart(kind: Exclude<ViaKind, 'own'> = 'oem') {
  last += 1
  const partNumber = `AP-NB-${last}`
  const part = await shop.stock({ partNumber })
  const number = `1K0 698 ${150 + last} A`
  await addNumber(part, number, kind)
  return { part, partNumber, number }
}

const addNumber = (part: Part, number: string, kind: string) =>
  steps.query(
    `insert into product_numbers (product_id, kind, brand, number) values ($1, $2, 'Audi', $3)`,
    [part.id, kind, number],
  )

const place = (
  user: TestUser,
  part: Part,
  number: string,
  { quantity = 10, idempotencyKey }: { quantity?: number; idempotencyKey?: string } = {},
) =>
  shop.call(
    user,
    orders.place,
    { body: { ...orderOf(part, quantity), number } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )

const placeTogether = (user: TestUser, ...wanted: readonly [Part, string?][]) => {
  const { lines, price } = orderOfLines(wanted.map(([part]) => [part, 10] as const))
  const numbered = lines.map((line, index) => {
    const number = wanted[index]?.[1]
    return number === undefined ? line : { ...line, number }
  })
  return shop.call(user, quickOrder.place, { body: { lines: numbered, price } })
}

/** The number of each line, as the buyer reads it. */
const numbersOf = async (user: TestUser, { body }: { body: { insertedId: string } }) =>
  OneOrder.parse(await steps.read(user, body.insertedId)).lines.map(({ orderedAs }) => orderedAs)

/** @shows row-188 */
test.each(['oem', 'replaced', 'interchange', 'barcode'] as const)(
  'an order keeps the %s number that it names, as the shop writes it, with a key or without',
  async (kind) => {
    const mia = await shop.signIn()
    const { part, number } = await numberedPart(kind)
    const typed = number.toLowerCase().replaceAll(' ', '.')
    const idempotencyKey = randomUUID()
    for (const how of [{ idempotencyKey }, { quantity: 20 }]) {
      expect(await numbersOf(mia, await place(mia, part, typed, how))).toEqual([number])
    }
  },
)

/** @shows row-188 */
test('each line of an order keeps its own number, also at prices of a list', async () => {
  const [first, second, third] = [await numberedPart(), await numberedPart(), await numberedPart()]
  const wanted = [
    [first.part, first.number],
    [second.part],
    [third.part, third.number],
  ] as const satisfies [Part, string?][]
  const mia = await shop.signIn()
  const kept = [first.number, undefined, third.number]
  expect(await numbersOf(mia, await placeTogether(mia, ...wanted))).toEqual(kept)
  const { addList, putOn } = priceSteps(shop)
  const noah = await shop.signIn()
  await putOn(await addList(), noah)
  expect(await numbersOf(noah, await placeTogether(noah, ...wanted))).toEqual(kept)
})

/** @shows row-188 */
test('an order whose number is none of the part’s other numbers is placed without it', async () => {
  const mia = await shop.signIn()
  const { part, partNumber, number } = await numberedPart()
  const other = await numberedPart()
  for (const wrong of [partNumber, other.number, 'no such number', '---']) {
    expect(
      await numbersOf(mia, await place(mia, part, wrong, { idempotencyKey: randomUUID() })),
    ).toEqual([undefined])
  }
  const refused = await place(mia, part, 'N'.repeat(101))
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  await addNumber(other.part, number, 'oem')
  expect(
    await numbersOf(mia, await place(mia, part, number, { idempotencyKey: randomUUID() })),
  ).toEqual([number])
})

/** @shows row-188 */
test('the number of a part that was replaced stays with an order of its successor', async () => {
  const mia = await shop.signIn()
  const [former, successor] = [await numberedPart(), await numberedPart()]
  await steps.query('update products set archived_at = now(), replaced_by = $2 where id = $1', [
    former.part.id,
    successor.part.id,
  ])
  const placed = await place(mia, successor.part, former.partNumber)
  expect(await numbersOf(mia, placed)).toEqual([former.partNumber])
})

/** @shows row-188 */
test('the mail about an order names the number of its part', async () => {
  const mia = await shop.signIn()
  const { part, number } = await numberedPart()
  await place(mia, part, number)
  await queueOrderMails(shop.shop)
  const mails = await steps.query('select text_body from outbox where recipient = $1', [mia.email])
  expect(mails.map(({ text_body: text }) => String(text))).toEqual([
    expect.stringContaining(`Ordered as: ${number}`),
  ])
})

/** @shows row-188 */
test('invoice and export name the number of each line', async () => {
  const [mia, anna] = [await shop.signIn(), await shop.signIn({ isAdmin: true })]
  const { part, number } = await numberedPart()
  const lamp = await shop.stock()
  const placed = await placeTogether(mia, [part, number], [lamp])
  const id = placed.body.insertedId
  const ordered = { id, total: 10 * (part.price + lamp.price), part }
  await steps.report(mia, id, await steps.payAtProvider(mia, ordered))
  await steps.query(`update product_numbers set number = 'another' where product_id = $1`, [
    part.id,
  ])
  const read = (user: TestUser, url: string, query: Record<string, string> = {}) =>
    shop.app.inject({
      url: `/api${url}`,
      query,
      headers: { authorization: `Bearer ${user.token}` },
    })
  const invoice = textOf((await read(mia, pathOf(ownOrders.invoice, { id }))).rawPayload)
  expect(invoice.filter((text) => text.includes('Ordered as'))).toEqual([`Ordered as ${number}`])
  const { body } = await read(anna, manageOrders.csv.path, { q: id })
  const rows = parse<Record<string, string>>(body, { bom: true, columns: true })
  expect(rows.map((row) => row['Ordered as'])).toEqual([number, ''])
})
