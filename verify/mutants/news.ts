import type { Mutant } from './mutant.ts'

const cards = 'src/server/services/cards/cards.ts'
const inbox = 'src/server/features/payments/webhooks/webhook-queue.ts'
const intents = 'src/server/features/payments/intents.ts'
const webhook = 'src/server/features/payments/webhooks/webhook.ts'

const guardsTest = 'src/server/features/payments/payment-guards.test.ts'
const paymentsTest = 'src/server/features/payments/payments.test.ts'

const eventAfterDeath = {
  file: paymentsTest,
  test: 'when the browser dies after the confirmation, the signed event pays the order',
}

/** How the shop hears of money that came: by asking, by the night, and by events. */
export const newsMutants: Mutant[] = [
  {
    guard: 'a payment is asked about as long as it can pay its order',
    file: intents,
    find: `
          or (select held_until from orders where orders.id = payment_intents.order_id) is not null`,
    replace: '',
    noticedBy: [
      {
        file: 'src/server/features/payments/polls.test.ts',
        test: 'a payment is asked about as long as its order holds its units, should that be for weeks',
      },
    ],
  },
  {
    guard: 'a payment that cannot be settled keeps no other from being found',
    file: 'src/server/features/payments/reconcile.ts',
    find: '        failed.add(intent)\n',
    replace: '        throw err\n',
    noticedBy: [
      {
        file: 'src/server/features/payments/reconcile.test.ts',
        test: 'a payment that cannot be settled is told, and keeps neither the others nor the comparison from their turn',
      },
    ],
  },
  {
    guard: 'a payment made elsewhere is settled whatever it says of its round',
    file: cards,
    find: String.raw`(/^\d{1,9}$/.test(text) ? Number(text) : undefined)`,
    replace: 'Number(text)',
    noticedBy: [
      {
        file: guardsTest,
        test: 'a payment made elsewhere for round x is none of ours, and pays its order nevertheless',
      },
    ],
  },
  {
    guard: 'an event is stored before it is acknowledged',
    file: webhook,
    find: 'await storeEvent(shop.database.db, event)',
    replace: 'void storeEvent(shop.database.db, event).catch(() => {})',
    noticedBy: [
      {
        file: guardsTest,
        test: 'an event that cannot be stored is not acknowledged, so that it comes again',
      },
    ],
  },
  {
    guard: 'an event is signed by the provider',
    file: cards,
    find: 'stripe.webhooks.constructEvent(body, signature, config.STRIPE_WEBHOOK_SECRET)',
    replace: 'JSON.parse(String(body))',
    noticedBy: [
      {
        file: guardsTest,
        test: 'an event with a forged signature is neither stored nor acknowledged',
      },
      eventAfterDeath,
    ],
  },
  {
    guard: 'a second copy of an event changes nothing',
    file: inbox,
    find: `    .onConflict((conflict) => conflict.column('id').doNothing())\n`,
    replace: '',
    noticedBy: [eventAfterDeath],
  },
]
