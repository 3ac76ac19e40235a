import { randomUUID } from 'node:crypto'
import { lapseHolds } from '#server/features/payments/jobs.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'

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
export interface Scene {
  buyer: TestUser
  rival: TestUser
  admin: TestUser
  part: { id: string; name: string }
  id: string
  total: number
  intentId: string
  /** The key under which the rival orders, and orders again. */
  key: string
}

export const units = 10

export type People = Pick<Scene, 'buyer' | 'rival' | 'admin'>

export function sceneOf(shop: TestShop) {
  const steps = paymentSteps(shop)
  return async (start: Start, people: People): Promise<Scene> => {
    const ordered = await steps.order(people.buyer, { stock: units, quantity: units })
    const scene = { ...people, ...ordered, intentId: '', key: randomUUID() }
    if (start === 'placed') return scene
    scene.intentId = await steps.openIntent(people.buyer, ordered)
    if (start === 'charged' || start === 'overdue and charged' || start === 'paid') {
      await shop.confirmCard(scene.intentId)
    }
    if (start === 'overdue' || start === 'overdue and charged' || start === 'lapsed') {
      await steps.lapse(ordered.id)
    }
    if (start === 'lapsed') await lapseHolds(shop.shop)
    if (start === 'paid') await steps.report(people.buyer, ordered.id, scene.intentId)
    return scene
  }
}
