import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { expireReservations } from '#server/features/payments/jobs.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import * as model from './model.ts'
import type { Card, Model, ModelOrder, Outcome } from './model.ts'

export interface Real {
  shop: TestShop
  customers: TestUser[]
  admin: TestUser
  parts: { id: string; name: string; price: number }[]
  orderIds: string[]
}

type Command = fc.AsyncCommand<Model, Real>

const outcomeOf = ({ status, body }: { status: number; body: { code: string } }) =>
  status === 200 ? 'ok' : body.code

/** Index of the buyer, and of the part or order, modulo their number. */
interface Selection {
  buyer: number
  index: number
}

const command = (
  name: string,
  run: Command['run'],
  check: Command['check'] = () => true,
): Command => ({
  check,
  run,
  toString: () => name,
})

/** A command on an existing order. */
const onOrder = (
  name: string,
  index: number,
  run: (m: Model, r: Real, order: ModelOrder, id: string) => Promise<void>,
) =>
  command(
    name,
    (m, r) => {
      const at = index % m.orders.length
      return run(m, r, m.orders[at]!, r.orderIds[at]!)
    },
    (m) => m.orders.length > 0,
  )

const placeOrder = (
  { buyer, index }: Selection,
  quantity: number,
  isPriceRight: boolean,
  isRepeated: boolean,
) =>
  command(
    `place(${buyer}, ${index}, ${quantity}, ${isPriceRight}, ${isRepeated})`,
    async (m, r) => {
      const at = index % m.parts.length
      const { id, name, price } = r.parts[at]!
      const body = {
        product: id,
        name,
        quantity,
        price: (isPriceRight ? price : price + 1) * quantity,
      }
      const options = { idempotencyKey: randomUUID() }
      const place = () => r.shop.call(r.customers[buyer], orders.place, { body }, options)
      const response = await place()
      const expected = model.place(m, { owner: buyer, part: at, quantity, isPriceRight })
      expect(outcomeOf(response)).toBe(expected)
      if (expected !== 'ok') return
      r.orderIds.push(response.body.insertedId)
      if (isRepeated) expect((await place()).body).toEqual(response.body)
    },
  )

const payOrder = ({ buyer, index }: Selection, card: Card) =>
  onOrder(`pay(${buyer}, ${index}, ${card})`, index, async (m, r, order, id) => {
    const steps = paymentSteps(r.shop)
    const customer = r.customers[buyer]!
    const total = r.parts[order.part]!.price * order.quantity
    const opened = await steps.open(customer, { id, total })
    expect(outcomeOf(opened)).toBe(model.open(m, buyer, order))
    if (opened.status !== 200) return
    const intentId = opened.body.clientSecret.split('_secret_')[0]!
    const paying = r.shop.confirmCard(
      intentId,
      card === 'pays' ? 'pm_card_visa' : 'pm_card_chargeDeclined',
    )
    await paying.catch((error: Error) => expect(card, error.message).toBe('declines'))
    const reported = await steps.report(customer, id, intentId)
    expect(outcomeOf(reported)).toBe(model.pay(order, card))
  })

const removeOrder = ({ buyer, index }: Selection) =>
  onOrder(`remove(${buyer}, ${index})`, index, async (m, r, order, id) => {
    const response = await r.shop.call(r.customers[buyer], ownOrders.remove, {
      params: { id },
    })
    expect(outcomeOf(response)).toBe(model.remove(m, buyer, order))
  })

const expireReservation = ({ index }: Selection) =>
  onOrder(`expire(${index})`, index, async (m, r, order, id) => {
    await r.shop.database.pool.query(
      `update orders set held_until = now() - interval '1 second'
       where id = $1 and held_until is not null`,
      [id],
    )
    await expireReservations(r.shop.shop)
    model.expire(m, order)
  })

const shipOrder = ({ index }: Selection) =>
  onOrder(`ship(${index})`, index, async (_, r, order, id) => {
    const modifiedCount = order.status === 'paid' ? 1 : 0
    const response = await r.shop.call(r.admin, manageOrders.ship, { params: { id } })
    const expected: Outcome = model.ship(order)
    expect(outcomeOf(response)).toBe(expected)
    if (expected === 'ok') expect(response.body.modifiedCount).toBe(modifiedCount)
  })

const undoShipping = ({ index }: Selection) =>
  onOrder(`undoShipping(${index})`, index, async (_, r, order, id) => {
    const modifiedCount = order.status === 'shipped' ? 1 : 0
    const response = await r.shop.call(r.admin, manageOrders.undoShipping, { params: { id } })
    const expected: Outcome = model.undoShipping(order)
    expect(outcomeOf(response)).toBe(expected)
    if (expected === 'ok') expect(response.body.modifiedCount).toBe(modifiedCount)
  })

/** Rare, because most numbers are not an index of a part. */
const archivePart = (part: number) =>
  command(
    `archive(${part})`,
    async (m, r) => {
      const params = { id: r.parts[part]!.id }
      const response = await r.shop.call(r.admin, products.remove, { params })
      expect(outcomeOf(response)).toBe(model.archive(m, part))
    },
    (m) => part < m.parts.length,
  )

/** Compares the public product data and each customer's orders with the model. */
const compareReads = () =>
  command('compareReads()', async (m, r) => {
    for (const [at, { id }] of r.parts.entries()) {
      const { isArchived, stock } = m.parts[at]!
      const seen = await r.shop.call(undefined, products.one, { params: { id } })
      expect(isArchived ? seen.status : seen.body.quantity).toBe(isArchived ? 404 : stock)
    }
    for (const [buyer, customer] of r.customers.entries()) {
      const { body } = await r.shop.call(customer, ownOrders.mine, {
        query: { email: customer.email },
      })
      const seen = body.map(({ _id, quantity, status, heldUntil }) => ({
        id: _id,
        quantity,
        status,
        hasUnits: status !== 'unpaid' || heldUntil !== null,
      }))
      const expected = m.orders.flatMap(({ quantity, status, hasUnits, owner, isDeleted }, at) =>
        owner === buyer && !isDeleted ? [{ id: r.orderIds[at], quantity, status, hasUnits }] : [],
      )
      expect(seen).toEqual(expected.toReversed())
    }
  })

const selection = fc.record({ buyer: fc.nat(1), index: fc.nat(5) })

export const commands = fc.commands(
  [
    fc
      .tuple(
        selection,
        fc.integer({ min: 10, max: 40 }),
        fc.constantFrom(true, true, true, false),
        fc.boolean(),
      )
      .map((parts) => placeOrder(...parts)),
    fc
      .tuple(selection, fc.constantFrom<Card>('pays', 'pays', 'declines'))
      .map((parts) => payOrder(...parts)),
    selection.map(removeOrder),
    selection.map(expireReservation),
    selection.map(shipOrder),
    selection.map(undoShipping),
    fc.nat(12).map(archivePart),
    fc.constant(compareReads()),
  ],
  { maxCommands: 30 },
)

export const finalComparison = compareReads()
