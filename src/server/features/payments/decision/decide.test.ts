import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Decision } from './decide.ts'
import {
  deleted,
  expired,
  paid,
  paidByAnother,
  partlyReturned,
  refunded,
  refundedByAnother,
  returned,
  shipped,
  shippedByAnother,
  succeeded,
  total,
  unpaid,
} from './samples.ts'
import type { Intent, Order } from './samples.ts'

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
