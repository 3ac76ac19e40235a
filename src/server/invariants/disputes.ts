import { touchedRows, touchedIds } from './invariant.ts'
import type { Invariant } from './invariant.ts'

/** Orders changed since `$1`, and orders whose disputes were. Disputes are rare, so the tables stay small. */
const touched = `${touchedIds}, concerned as (
  select id from touched
  union
  select order_id from disputes where changed_at >= $1
)`

/** The orders for which this holds, among the same. */
const concernedWith = (condition: string) => `
      select id from ${touchedRows} where ${condition}
      union
      select id from orders
      where id in (select order_id from disputes where changed_at >= $1) and ${condition}`

export const disputeInvariants: Invariant[] = [
  {
    id: 'I15',
    promise: 'An order is marked with the state of the disputes of its payment',
    violations: concernedWith(`dispute is distinct from (
        select case
          when bool_or(state = 'open') then 'open'
          when bool_or(state = 'inquiry') then 'inquiry'
          when bool_or(state = 'lost') then 'lost'
          when bool_or(state = 'won') then 'won'
        end from disputes where order_id = orders.id and intent_id = transaction_id)`),
  },
  {
    id: 'I15',
    // A shipment waits for the lock of its order, and its time is the start of its transaction.
    promise: 'No order is shipped while its payment is disputed',
    violations: `
      with ${touched}
      select shipped.order_id as id from concerned
      join order_events shipped on shipped.order_id = concerned.id and shipped.kind = 'shipped'
      join orders on orders.id = concerned.id
      join disputes on disputes.order_id = orders.id and intent_id = transaction_id
      join dispute_events held on held.dispute_id = disputes.id
      where held.state in ('inquiry', 'open') and held.created_at < shipped.created_at
        and not exists (
          select from dispute_events later
          where later.dispute_id = held.dispute_id and later.id > held.id
            and later.created_at < shipped.created_at + interval '15 seconds')`,
  },
  {
    id: 'I15',
    promise:
      'An order whose payment was lost in disputes is closed, and its money is returned once',
    violations: `
      with ${touched}
      ${concernedWith(`status in ('paid', 'shipped') and total_cents <= (
        select sum(amount_cents) from disputes
        where intent_id = transaction_id and state = 'lost')`)}
      union all
      select order_id from concerned join refunds on order_id = concerned.id
      where reason = 'charged-back' and not exists (
        select from dispute_events
        where dispute_id = refund_id and dispute_events.order_id = refunds.order_id
          and state = 'lost')`,
  },
]
