import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Decision } from './decide.ts'

type Order = NonNullable<Parameters<typeof decide>[0]>
type Intent = Parameters<typeof decide>[1]

const total = 10_000
const someDay = new Date(0)

const unpaid: Order = {
  status: 'unpaid',
  total_cents: total,
  transaction_id: null,
  held_until: someDay,
  deleted_at: null,
}
const expired: Order = { ...unpaid, held_until: null }
const deleted: Order = { ...expired, deleted_at: someDay }
const paid: Order = { ...expired, status: 'paid', transaction_id: 'pi_1' }
const shipped: Order = { ...paid, status: 'shipped' }
const refunded: Order = { ...paid, status: 'refunded' }
const paidByAnother: Order = { ...paid, transaction_id: 'pi_2' }
const shippedByAnother: Order = { ...shipped, transaction_id: 'pi_2' }
const refundedByAnother: Order = { ...refunded, transaction_id: 'pi_2' }

const succeeded: Intent = {
  id: 'pi_1',
  status: 'succeeded',
  amountReceived: total,
  amountRefunded: 0,
  currency: 'usd',
}
const partlyReturned: Intent = { ...succeeded, amountRefunded: 400 }
const returned: Intent = { ...succeeded, amountRefunded: total }

const paidEvent = { kind: 'paid', details: { intent: 'pi_1' } } as const
const refundedEvent = {
  kind: 'refunded',
  details: { intent: 'pi_1', reason: 'by-owner' },
} as const
const outOfStock = { settled: 'refunded', status: 'refunded', refund: 'out-of-stock' } as const
const paidTwice = { settled: 'refunded', refund: 'paid-twice' } as const
const bothEvents = [paidEvent, refundedEvent]
const restoredEvent = { kind: 'restored' } as const

const table: [string, Order | undefined, Intent, Decision][] = [
  ['unknown order', undefined, succeeded, { settled: 'foreign' }],
  ['intent in process', unpaid, { ...succeeded, status: 'processing' }, { settled: 'processing' }],
  ['one cent less', unpaid, { ...succeeded, amountReceived: total - 1 }, { settled: 'foreign' }],
  ['one cent more', unpaid, { ...succeeded, amountReceived: total + 1 }, { settled: 'foreign' }],
  ['another currency', unpaid, { ...succeeded, currency: 'eur' }, { settled: 'foreign' }],
  ['reserved order', unpaid, succeeded, { settled: 'paid', status: 'paid', events: [paidEvent] }],
  [
    'reserved order, partly refunded by the owner',
    unpaid,
    partlyReturned,
    { settled: 'paid', status: 'paid', events: [paidEvent], partlyRefundedCents: 400 },
  ],
  [
    'reserved order, refunded by the owner',
    unpaid,
    returned,
    { settled: 'refunded', status: 'refunded', isReleased: true, events: bothEvents },
  ],
  [
    'expired reservation',
    expired,
    succeeded,
    { settled: 'paid', status: 'paid', events: [paidEvent], ifOutOfStock: outOfStock },
  ],
  [
    'deleted order',
    deleted,
    succeeded,
    {
      settled: 'paid',
      status: 'paid',
      events: [restoredEvent, paidEvent],
      ifOutOfStock: outOfStock,
    },
  ],
  [
    'deleted order, refunded by the owner',
    deleted,
    returned,
    {
      settled: 'refunded',
      status: 'refunded',
      isReleased: true,
      events: [restoredEvent, ...bothEvents],
      ifOutOfStock: outOfStock,
    },
  ],
  ['paid by this intent', paid, succeeded, { settled: 'paid' }],
  [
    'paid, partly refunded by the owner',
    paid,
    partlyReturned,
    { settled: 'paid', partlyRefundedCents: 400 },
  ],
  [
    'paid, refunded by the owner',
    paid,
    returned,
    { settled: 'refunded', status: 'refunded', isReleased: true, events: [refundedEvent] },
  ],
  ['shipped', shipped, succeeded, { settled: 'paid' }],
  [
    'shipped, partly refunded by the owner',
    shipped,
    partlyReturned,
    { settled: 'paid', partlyRefundedCents: 400 },
  ],
  [
    'shipped, refunded by the owner',
    shipped,
    returned,
    { settled: 'refunded', status: 'refunded', isReleased: false, events: [refundedEvent] },
  ],
  ['refunded', refunded, succeeded, { settled: 'refunded' }],
  ['refunded, money returned', refunded, returned, { settled: 'refunded' }],
  ['paid by another intent', paidByAnother, succeeded, paidTwice],
  ['shipped, paid by another intent', shippedByAnother, succeeded, paidTwice],
  ['refunded, paid by another intent', refundedByAnother, succeeded, paidTwice],
]

test.each(table)('decides: %s', (_, order, intent, decision) => {
  expect(decide(order, intent)).toEqual(decision)
})

const orders = [
  unpaid,
  expired,
  deleted,
  paid,
  shipped,
  refunded,
  paidByAnother,
  shippedByAnother,
  refundedByAnother,
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
const intents = statuses.flatMap((status) =>
  [0, total - 1, total, total + 1].flatMap((amountReceived) =>
    [0, 400, total].flatMap((amountRefunded) =>
      ['usd', 'eur'].map((currency): Intent => ({
        id: 'pi_1',
        status,
        amountReceived,
        amountRefunded,
        currency,
      })),
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
      const isReturned = intent.amountRefunded === total || decision.refund !== undefined
      const isRefundedOrder = order.status === 'refunded' && order.transaction_id === intent.id
      if (decision.settled === 'refunded') expect(isReturned || isRefundedOrder).toBe(true)
      else expect([decision.settled, decision.refund]).toEqual(['paid', undefined])
    }
  })

  test('the shop never refunds the payment of a paid order', () => {
    for (const { order, intent, decision } of of(({ decision: { refund } }) => !!refund)) {
      expect(decision.status).not.toBe('paid')
      expect(order.transaction_id).not.toBe(intent.id)
    }
  })

  test('paid and shipped orders keep their status, unless the owner refunded them in full', () => {
    for (const { order, intent, decision } of of(isSold)) {
      if (!decision.status) continue
      expect(order.transaction_id).toBe(intent.id)
      expect([decision.status, intent.amountRefunded]).toEqual(['refunded', total])
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

  test('settling again changes nothing', () => {
    for (const { order, intent, decision } of of(({ decision: { status } }) => !!status)) {
      const after: Order = {
        ...order,
        status: decision.status ?? order.status,
        transaction_id: intent.id,
        held_until: null,
        deleted_at: null,
      }
      const { settled, partlyRefundedCents: _, ...writes } = decide(after, intent)
      expect([settled, writes]).toEqual([decision.settled, {}])
    }
  })
})
