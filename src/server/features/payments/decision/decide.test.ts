import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Decision } from './decide.ts'
import {
  chargedBack,
  deleted,
  dispute,
  disputed,
  erased,
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

const lost = disputed(dispute('lost'))

const paidEvent = { kind: 'paid', details: { intent: 'pi_1' } } as const
const refundedEvent = {
  kind: 'refunded',
  details: { intent: 'pi_1', reason: 'by-owner' },
} as const
const outOfStock = { settled: 'refunded', status: 'refunded', refund: 'out-of-stock' } as const
const paidTwice = { settled: 'refunded', refund: 'paid-twice' } as const
const returnedByBank = {
  settled: 'refunded',
  status: 'refunded',
  isReleased: true,
  refund: 'charged-back',
  returnedBy: 'dp_1',
  dispute: 'lost',
} as const
const bothEvents = [paidEvent, refundedEvent]
const restoredEvent = { kind: 'restored' } as const

const table: [string, Order | undefined, Intent, Decision][] = [
  ['unknown order', undefined, succeeded, { settled: 'foreign' }],
  ['intent in process', unpaid, { ...succeeded, status: 'processing' }, { settled: 'processing' }],
  ['one cent less', unpaid, { ...succeeded, amountReceived: total - 1 }, { settled: 'foreign' }],
  ['one cent more', unpaid, { ...succeeded, amountReceived: total + 1 }, { settled: 'foreign' }],
  ['another currency', unpaid, { ...succeeded, currency: 'eur' }, { settled: 'foreign' }],
  [
    'unpaid order in a state of a later release',
    { ...unpaid, status: 'of-tomorrow' as Order['status'] },
    succeeded,
    { settled: 'unknown-state' },
  ],
  [
    'paid order in a state of a later release, refunded by the owner',
    { ...paid, status: 'of-tomorrow' as Order['status'] },
    returned,
    { settled: 'unknown-state' },
  ],
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
  [
    'cancelled order of an erased account',
    erased,
    succeeded,
    { settled: 'refunded', status: 'refunded', refund: 'erased' },
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
  ['paid, disputes read, none there', paid, disputed(), { settled: 'paid' }],
  ['paid, inquiry', paid, disputed(dispute('inquiry')), { settled: 'paid', dispute: 'inquiry' }],
  ['paid, disputed', paid, disputed(dispute('open')), { settled: 'paid', dispute: 'open' }],
  ['paid, dispute won', paid, disputed(dispute('won')), { settled: 'paid', dispute: 'won' }],
  [
    'paid, one dispute lost in part and another open',
    paid,
    disputed(dispute('lost', 400), dispute('open', 500, 'dp_2')),
    { settled: 'paid', dispute: 'open' },
  ],
  [
    'paid, dispute of a part lost',
    paid,
    disputed(dispute('lost', total - 1)),
    { settled: 'paid', dispute: 'lost' },
  ],
  ['paid, dispute lost', paid, lost, returnedByBank],
  [
    'paid, partly refunded, dispute of the rest lost',
    paid,
    { ...disputed(dispute('lost', total - 400)), amountRefunded: 400 },
    { ...returnedByBank, partlyRefundedCents: 400 },
  ],
  [
    'paid, two disputes lost that are all of it together',
    paid,
    disputed(dispute('lost', 400, 'dp_2'), dispute('lost', total - 400)),
    returnedByBank,
  ],
  ['shipped, disputed', shipped, disputed(dispute('open')), { settled: 'paid', dispute: 'open' }],
  ['shipped, dispute lost', shipped, lost, { ...returnedByBank, isReleased: false }],
  [
    'paid, refunded by the owner and disputed',
    paid,
    { ...returned, disputes: [dispute('open')] },
    {
      settled: 'refunded',
      status: 'refunded',
      isReleased: true,
      events: [refundedEvent],
      dispute: 'open',
    },
  ],
  [
    'reserved order, disputed at once',
    unpaid,
    disputed(dispute('open')),
    { settled: 'paid', status: 'paid', events: [paidEvent], dispute: 'open' },
  ],
  [
    'expired reservation, dispute lost',
    expired,
    lost,
    {
      ...returnedByBank,
      events: [paidEvent],
      ifOutOfStock: { ...outOfStock, returnedBy: 'dp_1', dispute: 'lost' },
    },
  ],
  [
    'refunded by the shop, disputed before the refund was made',
    refunded,
    disputed(dispute('open')),
    { settled: 'refunded', dispute: 'open' },
  ],
  [
    'refunded by the shop, dispute lost before the refund was made',
    refunded,
    lost,
    { settled: 'refunded', returnedBy: 'dp_1', dispute: 'lost' },
  ],
  ['charged back', chargedBack, lost, { settled: 'refunded', returnedBy: 'dp_1', dispute: 'lost' }],
  [
    'charged back, then won by an appeal',
    chargedBack,
    disputed(dispute('won')),
    { settled: 'refunded', dispute: 'won' },
  ],
  [
    'charged back, won by an appeal, refunded by the owner',
    chargedBack,
    { ...returned, disputes: [dispute('won')] },
    { settled: 'refunded', partlyRefundedCents: total, dispute: 'won' },
  ],
  ['second payment, disputed', paidByAnother, disputed(dispute('open')), paidTwice],
  ['second payment, dispute lost', paidByAnother, lost, { ...paidTwice, returnedBy: 'dp_1' }],
]

test.each(table)('decides: %s', (_, order, intent, decision) => {
  expect(decide(order, intent)).toEqual(decision)
})
