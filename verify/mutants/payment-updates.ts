import type { Mutant } from './mutant.ts'

const cards = 'src/server/services/cards/cards.ts'
const webhookQueue = 'src/server/features/payments/webhook-queue.ts'
const intents = 'src/server/features/payments/intents.ts'
const webhook = 'src/server/features/payments/webhook.ts'

const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const paymentsTest = 'src/server/features/payments/payments.test.ts'

/** Polls, the daily reconciliation and webhook events of payments. */
export const paymentUpdateMutants: Mutant[] = [
  {
    guard: 'a payment intent is polled as long as it can pay its order',
    file: intents,
    find: `
          or (select held_until from orders where orders.id = payment_intents.order_id) is not null`,
    replace: '',
    noticedBy: ['src/server/features/payments/polls.test.ts'],
  },
  {
    guard: 'a payment that cannot be settled does not stop the reconciliation of others',
    file: 'src/server/features/payments/reconcile.ts',
    find: '        failed.add(intent)\n',
    replace: '        throw err\n',
    noticedBy: ['src/server/features/payments/reconcile.test.ts'],
  },
  {
    guard: 'a payment created elsewhere is settled even with an invalid attempt number',
    file: cards,
    find: String.raw`(/^\d{1,9}$/.test(text) ? Number(text) : undefined)`,
    replace: 'Number(text)',
    noticedBy: [guardsTest],
  },
  {
    guard: 'an event is stored before it is acknowledged',
    file: webhook,
    find: "await shop.loadShedder.run('priority', () => storeEvent(shop.database.db, event))",
    replace: 'void storeEvent(shop.database.db, event).catch(() => {})',
    noticedBy: [guardsTest],
  },
  {
    guard: 'an event without the provider’s signature is refused',
    file: 'src/server/services/cards/card-events.ts',
    find: 'stripe.webhooks.constructEvent(body, signature, secret)',
    replace: 'JSON.parse(String(body))',
    noticedBy: [guardsTest, paymentsTest],
  },
  {
    guard: 'a duplicate event has no effect',
    file: webhookQueue,
    find: `    .onConflict((conflict) => conflict.column('id').doNothing())\n`,
    replace: '',
    noticedBy: [paymentsTest],
  },
]
