import { describe, expect, test } from 'vitest'
import { decide, isRefundable } from './decide.ts'
import type { Decision } from './decide.ts'
import {
  chargedBack,
  deleted,
  dispute,
  erased,
  expired,
  paid,
  paidByAnother,
  refunded,
  refundedByAnother,
  shipped,
  shippedByAnother,
  total,
  unpaid,
} from './samples.ts'
import type { Intent, Order } from './samples.ts'

const orders = [
  unpaid,
  expired,
  deleted,
  erased,
  paid,
  shipped,
  refunded,
  paidByAnother,
  shippedByAnother,
  refundedByAnother,
  chargedBack,
]
const statuses: Intent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'canceled',
  'succeeded',
]
const disputesRead: Intent['disputes'][] = [
  undefined,
  [],
  ...(['inquiry', 'open', 'won', 'lost'] as const).flatMap((state) => [
    [dispute(state)],
    [dispute(state, 9_600)],
    [dispute(state, 300), dispute('lost', 9_700, 'dp_2')],
  ]),
]
/** Cents that lost disputes and refunds have returned. */
const returnedBy = ({ amountRefunded, disputes = [] }: Intent) =>
  disputes
    .filter(({ state }) => state === 'lost')
    .reduce((cents, { amount }) => cents + amount, amountRefunded)
const intents = statuses.flatMap((status) =>
  [0, total - 1, total, total + 1].flatMap((amountReceived) =>
    [0, 400, total].flatMap((amountRefunded) =>
      ['usd', 'eur'].flatMap((currency) =>
        disputesRead.map((disputes): Intent => ({
          id: 'pi_1',
          status,
          amountReceived,
          amountRefunded,
          currency,
          disputes,
        })),
      ),
    ),
  ),
)
const isPayment = ({ status, amountReceived, currency }: Intent) =>
  status === 'succeeded' && amountReceived === total && currency === 'usd'

/** Every combination of order and intent; a decision that depends on the stock counts twice. */
const outcomes = orders.flatMap((order) =>
  intents.flatMap((intent) => {
    const { ifOutOfStock, ...inStock } = decide(order, intent)
    const decisions: Decision[] = ifOutOfStock ? [inStock, ifOutOfStock] : [inStock]
    return decisions.map((decision) => ({ order, intent, decision, needsUnits: !!ifOutOfStock }))
  }),
)
const of = (choose: (outcome: (typeof outcomes)[number]) => boolean) => {
  const chosen = outcomes.filter(choose)
  expect(chosen).not.toEqual([])
  return chosen
}

const isSold = ({ order }: (typeof outcomes)[number]) =>
  order.status === 'paid' || order.status === 'shipped'

const isByShop = ({ decision: { refund } }: (typeof outcomes)[number]) =>
  !!refund && refund !== 'charged-back'

const isOwn = ({ order, intent }: (typeof outcomes)[number]) =>
  isPayment(intent) && (order.status === 'unpaid' || order.transaction_id === intent.id)

describe('for every order and every intent', () => {
  test('an intent that is not a payment of the order changes nothing', () => {
    for (const { intent, decision } of of((outcome) => !isPayment(outcome.intent))) {
      expect({ intent, decision }).toEqual({ intent, decision: { settled: decision.settled } })
      expect(['open', 'processing', 'foreign']).toContain(decision.settled)
    }
  })

  test('an order is paid once', () => {
    for (const { order, decision } of outcomes) {
      const isPaid = decision.events?.some(({ kind }) => kind === 'paid') ?? false
      if (isPaid) expect(order.status).toBe('unpaid')
      if (decision.status === 'paid') expect(isPaid).toBe(true)
    }
  })

  test('a payment pays its order or is refunded', () => {
    for (const { order, intent, decision } of of((outcome) => isPayment(outcome.intent))) {
      const isReturned = returnedBy(intent) >= total || decision.refund !== undefined
      const isRefundedOrder = order.status === 'refunded' && order.transaction_id === intent.id
      if (decision.settled === 'refunded') expect(isReturned || isRefundedOrder).toBe(true)
      else expect([decision.settled, decision.refund]).toEqual(['paid', undefined])
    }
  })

  test('the shop never refunds the payment of a paid order', () => {
    for (const { order, intent, decision } of of(isByShop)) {
      expect(decision.status).not.toBe('paid')
      expect(order.transaction_id).not.toBe(intent.id)
    }
  })

  test('paid and shipped orders keep their status, unless owner and bank returned all of the money', () => {
    for (const { order, intent, decision } of of(isSold)) {
      if (!decision.status) continue
      expect(order.transaction_id).toBe(intent.id)
      expect([decision.status, returnedBy(intent) >= total]).toEqual(['refunded', true])
    }
  })

  test('only an unpaid order without a reservation needs units', () => {
    for (const { order } of of(({ needsUnits }) => needsUnits)) {
      expect([order.status, order.held_until]).toEqual(['unpaid', null])
    }
  })

  test('only reserved units return to the stock, and none after shipping', () => {
    for (const { order, decision } of of(({ decision: { isReleased } }) => !!isReleased)) {
      expect(decision.status).toBe('refunded')
      expect(['unpaid', 'paid']).toContain(order.status)
    }
  })

  test('an order is charged back only by lost disputes, and never if it was refunded in full', () => {
    for (const { intent, decision } of of(({ decision: { returnedBy: id } }) => !!id)) {
      expect(intent.amountRefunded).toBeLessThan(total)
      const named = intent.disputes?.find(({ id }) => id === decision.returnedBy)
      expect([named?.state, returnedBy(intent) >= total]).toEqual(['lost', true])
      expect(isRefundable(intent)).toBe(false)
    }
  })

  test('an order whose own payment is disputed is marked so', () => {
    for (const { intent, decision } of of(isOwn)) {
      const states = intent.disputes?.map(({ state }) => state) ?? []
      if (states.includes('open')) expect(decision.dispute).toBe('open')
      else if (states.includes('inquiry')) expect(decision.dispute).toBe('inquiry')
      if (states.length === 0) expect(decision.dispute).toBeUndefined()
    }
  })

  test('settling again changes nothing', () => {
    for (const { order, intent, decision } of of(({ decision: { status } }) => !!status)) {
      const after: Order = {
        ...order,
        status: decision.status ?? order.status,
        transaction_id: intent.id,
        held_until: null,
        deleted_at: null,
      }
      const {
        settled,
        partlyRefundedCents: _,
        returnedBy: __,
        dispute: again,
        ...writes
      } = decide(after, intent)
      expect([settled, again, writes]).toEqual([decision.settled, decision.dispute, {}])
    }
  })
})
