import { touchedRows, touchedIds } from './invariant.ts'
import type { Invariant } from './invariant.ts'

/** Checks of the database's own rows; `checkPayments` compares them with the provider's. */
export const paymentInvariants: Invariant[] = [
  {
    id: 'I2',
    promise: 'A transaction pays one order',
    violations: `
      select orders.id from ${touchedRows}
      join orders other on other.transaction_id = orders.transaction_id and other.id <> orders.id`,
  },
  {
    id: 'I3',
    promise: 'No paid order has a refunded payment',
    violations: `
      select orders.id from refunds join orders on transaction_id = intent_id
      where status in ('paid', 'shipped')`,
  },
  {
    id: 'I4',
    promise: 'A payment has paid its order or is refunded',
    violations: `
      with ${touchedIds}
      select order_id as id from touched join payment_intents on order_id = touched.id
      where status = 'succeeded'
        and not exists (select from orders where transaction_id = payment_intents.intent_id)
        and not exists (select from refunds where intent_id = payment_intents.intent_id)
      union all
      select id from ${touchedRows}
      where status = 'refunded'
        and not exists (select from refunds where intent_id = transaction_id)
        and not exists (
          select from order_events
          where order_id = orders.id and kind = 'refunded' and details ->> 'reason' in ('by-owner', 'in-parts'))`,
  },
  {
    id: 'I12',
    promise: 'No event of the card provider waits longer than ten minutes',
    violations: `
      select id from webhook_events
      where processed_at is null and received_at < now() - interval '10 minutes'`,
  },
  {
    id: 'I13',
    // A full scan is fine: refunds are rare, so the table stays small.
    promise: 'A payment is refunded once',
    violations: `
      with ${touchedIds}
      select intent_id as id from refunds group by intent_id having count(*) > 1
      union all
      select refund_id from refunds group by refund_id having count(refund_id) > 1
      union all
      select details ->> 'intent' from touched join order_events on order_id = touched.id
      where kind = 'refunded' group by details ->> 'intent' having count(*) > 1`,
  },
]
