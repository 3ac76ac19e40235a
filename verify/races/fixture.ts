import { randomUUID } from 'node:crypto'
import { orders } from '#contract/orders.ts'
import { expireReservations } from '#server/features/payments/jobs.ts'
import type { Shop } from '#server/shop.ts'
import { orderOf, paymentSteps } from '#server/testing/payments.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import { adminFiles } from './admin-stock.ts'
import type { Files } from './admin-stock.ts'
import type { OperationName } from './operations.ts'

/** How far an order has come when two operations meet on it. */
export type Start =
  | 'placed'
  | 'opened'
  | 'charged'
  | 'overdue'
  | 'overdue and charged'
  | 'lapsed'
  | 'paid'

/** One product with stock for one order, that order, and everybody who wants something of them. */
export interface Fixture {
  buyer: TestUser
  rival: TestUser
  admin: TestUser
  part: { id: string; name: string }
  id: string
  total: number
  intentId: string
  /** The key under which the rival orders, and orders again. */
  key: string
  files: Files
}

export const units = 10

export type People = Pick<Fixture, 'buyer' | 'rival' | 'admin'>

export function fixtureOf(shop: TestShop, jobs: Shop) {
  const steps = paymentSteps(shop)
  const desk = adminFiles(shop, jobs)

  const place = async ({ buyer, admin }: People, isImported: boolean) => {
    if (!isImported) return steps.order(buyer, { stock: units, quantity: units })
    const { part, imported } = await desk.add(admin, units)
    const order = orderOf(part, units)
    const { body } = await shop.call(buyer, orders.place, { body: order })
    return { id: body.insertedId, total: order.price, part, files: { imported } }
  }

  const bring = async (fixture: Fixture, start: Start) => {
    const { buyer, id } = fixture
    if (start === 'placed') return
    fixture.intentId = await steps.openIntent(buyer, fixture)
    if (start === 'charged' || start === 'overdue and charged' || start === 'paid') {
      await shop.confirmCard(fixture.intentId)
    }
    if (start === 'overdue' || start === 'overdue and charged' || start === 'lapsed') {
      await steps.expire(id)
    }
    if (start === 'lapsed') await expireReservations(shop.shop)
    if (start === 'paid') await steps.report(buyer, id, fixture.intentId)
  }

  /** Everything as these operations find it when they meet. */
  return async (
    start: Start,
    people: People,
    names: readonly OperationName[],
  ): Promise<Fixture> => {
    const placed = await place(people, names.includes('a new product is taken back'))
    const fixture: Fixture = { files: {}, ...people, ...placed, intentId: '', key: randomUUID() }
    await bring(fixture, start)
    fixture.files = { ...fixture.files, ...(await desk.filesFor(fixture, names)) }
    return fixture
  }
}
