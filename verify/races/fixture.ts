import { randomUUID } from 'node:crypto'
import { orders } from '#contract/orders/orders.ts'
import { expireReservations } from '#server/features/payments/jobs.ts'
import type { Shop } from '#server/shop.ts'
import { orderOfLines, placeLines } from '#server/testing/order-lines.ts'
import { orderOf, paymentSteps } from '#server/testing/payments.ts'
import type { Part } from '#server/testing/payments.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import { hasOperation, prepareImports } from './imports.ts'
import type { Imports } from './imports.ts'

/** State of an order at the start of two concurrent operations. */
export type Start =
  | 'placed'
  | 'opened'
  | 'charged'
  | 'overdue'
  | 'overdue and charged'
  | 'expired'
  | 'paid'

/** A product with stock for one order, that order, and the accounts of both operations. */
export interface Fixture {
  buyer: TestUser
  rival: TestUser
  admin: TestUser
  part: Part
  /** The further parts of an order of several lines, each with stock for one order. */
  others: Part[]
  id: string
  total: number
  intentId: string
  /** Idempotency key of the rival's order and of its repetition. */
  key: string
  imports: Imports
}

export const units = 10

export type People = Pick<Fixture, 'buyer' | 'rival' | 'admin'>

export function fixtureOf(shop: TestShop, jobs: Shop, lines = 1) {
  const steps = paymentSteps(shop)
  const prepared = prepareImports(shop, jobs)

  const placeLinesOf = async (buyer: TestUser) => {
    const part = await shop.stock({ quantity: units })
    const others: Part[] = []
    while (others.length + 1 < lines) others.push(await shop.stock({ quantity: units }))
    const wanted = [part, ...others].map((each) => [each, units] as const)
    const { body } = await placeLines(shop, buyer, wanted)
    return { id: body.insertedId, total: orderOfLines(wanted).price, part, others }
  }

  const place = async ({ buyer, admin }: People, isImported: boolean) => {
    if (lines > 1) return placeLinesOf(buyer)
    if (!isImported) return steps.order(buyer, { stock: units, quantity: units })
    const { part, imports } = await prepared.addProduct(admin, units)
    const order = orderOf(part, units)
    const { body } = await shop.call(buyer, orders.place, { body: order })
    return { id: body.insertedId, total: order.price, part, imports }
  }

  const advanceTo = async (fixture: Fixture, start: Start) => {
    const { buyer, id } = fixture
    if (start === 'placed') return
    fixture.intentId = await steps.openIntent(buyer, fixture)
    if (start === 'charged' || start === 'overdue and charged' || start === 'paid') {
      await shop.confirmCard(fixture.intentId)
    }
    if (start === 'overdue' || start === 'overdue and charged' || start === 'expired') {
      await steps.expire(id)
    }
    if (start === 'expired') await expireReservations(shop.shop)
    if (start === 'paid') await steps.report(buyer, id, fixture.intentId)
  }

  /** Prepares a fixture in the start state of these operations. */
  return async (start: Start, people: People, names: readonly string[]): Promise<Fixture> => {
    const placed = await place(people, hasOperation(names, 'the import of a new product is undone'))
    const fixture: Fixture = {
      imports: {},
      others: [],
      ...people,
      ...placed,
      intentId: '',
      key: randomUUID(),
    }
    await advanceTo(fixture, start)
    fixture.imports = { ...fixture.imports, ...(await prepared.importsFor(fixture, names)) }
    return fixture
  }
}
