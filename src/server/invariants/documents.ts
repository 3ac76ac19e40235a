import { touchedRows, touchedIds } from './invariant.ts'
import type { Invariant } from './invariant.ts'

/** The numbers of a table, which its key makes unique, are 1 to n: each recent one has the one before. */
const withoutGaps = (table: 'invoices' | 'credit_notes') => `
  with ${touchedIds}
  select number::text as id from ${table} as document
  where order_id in (select id from touched) and number > 1
    and not exists (select from ${table} as former where former.number = document.number - 1)`

const creditedOrders = `credits as (
  select order_id, sum(amount_cents) as credited from credit_notes
  where order_id in (select id from touched) group by order_id
)`

/** Invoices, credit notes and partial refunds. */
export const documentInvariants: Invariant[] = [
  { id: 'I17', promise: 'Invoices have the numbers 1 to n', violations: withoutGaps('invoices') },
  {
    id: 'I17',
    promise: 'Credit notes have the numbers 1 to n',
    violations: withoutGaps('credit_notes'),
  },
  {
    id: 'I17',
    promise: 'An order has one invoice if it has a payment, and none otherwise',
    violations: `
      select id from ${touchedRows} left join invoices on order_id = id
      group by id, transaction_id having count(number) <> (transaction_id is not null)::integer`,
  },
  {
    id: 'I18',
    promise:
      "An order's credit notes are never more than its payment, and all of it once that is refunded",
    violations: `
      with ${touchedIds}, ${creditedOrders}, refunded as (
        select id, status, transaction_id, total_cents, coalesce(credited, 0) as cents
        from ${touchedRows} left join credits on order_id = id
      )
      select id from refunded
      where cents > total_cents or cents > 0 and transaction_id is null
        or status in ('paid', 'shipped') and cents >= total_cents
        or status = 'refunded' and cents < total_cents and not exists (
          -- Not made yet, or returned by the bank.
          select from refunds where intent_id = transaction_id
            and (refund_id is null or refund_id in (select disputes.id from disputes)))`,
  },
  {
    id: 'I18',
    promise: 'A partial refund has a credit note once it is made, of the same amount',
    violations: `
      with ${touchedIds}
      select order_id as id from partial_refunds left join credit_notes using (order_id, refund_no)
      where order_id in (select id from touched)
        and (partial_refunds.refund_id is not null) is distinct from
          coalesce(credit_notes.amount_cents = partial_refunds.amount_cents, false)`,
  },
  {
    id: 'I18',
    promise: 'The history of a paid order has the sum of its credit notes',
    violations: `
      with ${touchedIds}, ${creditedOrders}, history as (
        select order_id, max((details ->> 'cents')::bigint) as cents from order_events
        where kind = 'partly-refunded' and order_id in (select id from touched) group by order_id
      )
      select id from ${touchedRows}
        left join credits on credits.order_id = id left join history on history.order_id = id
      where status in ('paid', 'shipped') and coalesce(credited, 0) <> coalesce(cents, 0)`,
  },
  {
    id: 'I18',
    promise: 'No more units of a line are refunded than were ordered',
    violations: `
      with ${touchedIds}
      select order_id as id from order_lines join partial_refund_lines as refunded using (order_id, line)
        join partial_refunds using (order_id, refund_no)
      where order_id in (select id from touched) and refused_at is null
      group by order_id, line, order_lines.quantity
      having sum(refunded.quantity) > order_lines.quantity`,
  },
]
