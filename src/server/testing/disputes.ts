import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { processWebhookEvents } from '../features/payments/jobs.ts'
import { storeEvent } from '../features/payments/webhook-queue.ts'
import { expectInvariantsToHold, openPayments, paymentSteps } from './payments.ts'
import type { TestShop, TestUser } from './shop.ts'

type Verdict = 'winning_evidence' | 'losing_evidence' | 'escalate_inquiry_evidence'

type Answered = Promise<{ status: number; body: { code?: string } }>

interface NewDispute {
  inquiry?: boolean
  /** In cents; by default the whole payment. */
  amount?: number
}

/** Steps of tests in which the bank of a card's owner disputes a payment. */
export function disputeSteps(shop: TestShop) {
  const steps = paymentSteps(shop)

  const disputesOf = async (intentId: string): Promise<{ id: string; status: string }[]> =>
    (await shop.stripe.disputes.list({ payment_intent: intentId })).data

  const receive = async (intentId: string, event = 'updated') => {
    const id = `evt_${randomUUID()}`
    await storeEvent(shop.database.db, { id, type: `charge.dispute.${event}`, intentId })
    await processWebhookEvents(shop.shop)
  }

  const decide = async (intentId: string, verdict: Verdict) => {
    const [dispute] = await disputesOf(intentId)
    await shop.stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: verdict } })
  }

  const paidOrder = async (user: TestUser) => {
    const ordered = await steps.order(user, { stock: 10 })
    const intentId = await steps.payAtProvider(user, ordered)
    await steps.report(user, ordered.id, intentId)
    return { ...ordered, intentId }
  }

  const open = async (intentId: string, params: NewDispute = {}) => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) form.set(name, String(value))
    const response = await fetch(`${shop.sandbox.url}/v1/payment_intents/${intentId}/dispute`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: form,
    })
    return (await response.json()) as { id: string }
  }

  return {
    disputesOf,
    decide,

    /** A paid order of ten units out of ten. */
    paidOrder,

    /** The bank opens a dispute at the provider; no event reaches the shop. */
    open,

    /** A paid order whose payment is disputed, which the shop knows. */
    async disputedOrder(user: TestUser) {
      const ordered = await paidOrder(user)
      await open(ordered.intentId)
      await receive(ordered.intentId, 'created')
      return ordered
    },

    ship: (admin: TestUser, id: string) => shop.call(admin, manageOrders.ship, { params: { id } }),

    refund: (admin: TestUser, id: string) =>
      shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } }),

    /** The problem codes of answers, or their status. */
    codesOf: async (...answers: Answered[]) =>
      (await Promise.all(answers)).map(({ status, body }) => body.code ?? status),

    /** Paid orders and dollars of the last 30 days. */
    async revenue(admin: TestUser) {
      const { body } = await shop.call(admin, manageOrders.revenue, {})
      return body.reduce(
        (sum, day) => ({ orders: sum.orders + day.orders, dollars: sum.dollars + day.revenue }),
        { orders: 0, dollars: 0 },
      )
    },

    /** An event about the disputes of an intent arrives and is processed. */
    receive,

    /** The verdict of the bank, and its event. */
    async conclude(intentId: string, verdict: Verdict) {
      await decide(intentId, verdict)
      await receive(intentId, 'closed')
    },
  }
}

/**
 * A shop for one test file of disputes, with an admin for the file and a new customer for each test. After the
 * last test the books must be right.
 */
export async function openDisputes() {
  const { shop, steps } = await openPayments()
  const disputes = disputeSteps(shop)
  const people = {} as { anna: TestUser; mia: TestUser }
  beforeAll(async () => {
    people.anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  })
  beforeEach(async () => {
    people.mia = await shop.signIn()
  })
  afterAll(() => expectInvariantsToHold(shop))
  return {
    shop,
    steps,
    disputes,
    people,
    ship: (id: string) => disputes.ship(people.anna, id),
    refund: (id: string) => disputes.refund(people.anna, id),
    revenue: () => disputes.revenue(people.anna),
    read: (id: string) => steps.read(people.mia, id),
    /** The disputes of an order, as admins see them. */
    disputesOf: async (id: string) =>
      (await shop.call(people.anna, manageOrders.disputes, { params: { id } })).body,
  }
}
