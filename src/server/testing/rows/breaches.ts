/** The oldest order of this kind. */
export const one = (condition: string) =>
  `(select id from orders where ${condition} order by id limit 1)`
const paid = one(`status = 'paid'`)
const shipped = one(`status = 'shipped'`)
const fitted = '(select product_id from fitments order by id limit 1)'
export const held = one('held_until is not null')

/**
 * Invariant, what is wrong, the SQL that makes it so in a busy shop, and the number of findings
 * where it is not 1.
 */
export const breaches: [string, string, string, number?][] = [
  [
    'I1',
    'a unit more than the movements',
    `update products set quantity = quantity + 1
    where id = (select product_id from order_lines where order_id = ${paid})`,
  ],
  [
    'I1',
    'a stock below zero',
    `with lost as (
      insert into stock_movements (product_id, delta, reason)
      select id, -1000, 'received' from products order by id limit 1 returning product_id)
    update products set quantity = quantity - 1000 from lost where id = product_id`,
  ],
  [
    'I1',
    'units of a paid order that were released',
    `with back as (
      insert into stock_movements (product_id, order_id, hold_round, delta, reason)
      select product_id, orders.id, hold_round, line.quantity, 'released'
      from orders join order_lines as line on order_id = orders.id where orders.id = ${paid}
      returning product_id, delta)
    update products set quantity = quantity + delta from back where id = product_id`,
  ],
  [
    'I1',
    'an uncovered order that is not counted',
    `update orders set is_uncovered = true where id = ${held}`,
  ],
  [
    'I2',
    'a transaction that pays two orders',
    `
    update payment_intents set status = 'canceled' where order_id = ${shipped};
    update orders set transaction_id = (select transaction_id from orders where id = ${paid})
    where id = ${shipped}`,
    2,
  ],
  [
    'I3',
    'a paid order with a refund',
    `insert into refunds (intent_id, order_id, reason)
    select transaction_id, id, 'by hand' from orders where id = ${paid}`,
  ],
  [
    'I4',
    'a payment without effect',
    `
    insert into payment_intents (order_id, hold_round, intent_id, status)
    values (${held}, 9, 'pi_lost', 'succeeded')`,
  ],
  ['I4', 'a refunded order without a refund', `delete from refunds where reason = 'out-of-stock'`],
  [
    'I5',
    'a total that is a cent too high',
    `update orders set total_cents = total_cents + 1
    where id = ${paid}`,
  ],
  [
    'I5',
    'a shipping cost that is not in the total',
    `update orders set shipping_cents = 490 where id = ${paid}`,
  ],
  [
    'I5',
    'shipping paid for goods that ship free of charge',
    `update orders set shipping_cents = 490, total_cents = total_cents + 490
    where id = ${paid}`,
  ],
  [
    'I5',
    'a line that is missing',
    `with gone as (
      delete from order_lines where order_id = ${held} returning product_id, quantity)
    update products set quantity = products.quantity + gone.quantity from gone where id = product_id`,
  ],
  [
    'I5',
    'a price that the product never had',
    `update order_lines set unit_price_cents = unit_price_cents - 1 where order_id = ${paid};
    update orders set total_cents = total_cents - quantity where id = ${paid}`,
  ],
  [
    'I5',
    'a rung that the product never had',
    `update order_lines set list_price_cents = unit_price_cents, unit_price_cents = unit_price_cents - 1,
      price_from = 'from 10' where order_id = ${paid};
    update orders set total_cents = total_cents - quantity where id = ${paid}`,
  ],
  [
    'I5',
    'a price list with a price above the public one',
    `update order_lines set list_price_cents = unit_price_cents, unit_price_cents = unit_price_cents + 1,
      price_from = 'Workshops' where order_id = ${paid};
    update orders set total_cents = total_cents + quantity where id = ${paid}`,
  ],
  [
    'I6',
    'an idempotency key stored twice',
    `insert into idempotency_keys select * from idempotency_keys`,
  ],
  [
    'I6',
    'one order under two keys',
    `insert into idempotency_keys
    select user_id, 'another', request_hash, answer from idempotency_keys`,
  ],
  [
    'I6',
    "a key that names somebody else's order",
    `update idempotency_keys
    set user_id = (select id from users where role = 'admin' limit 1)`,
  ],
  [
    'I7',
    'an overdue reservation',
    `update orders set held_until = now() - interval '1 minute'
    where id = ${held}`,
  ],
  [
    'I9',
    'an order that was paid twice',
    `insert into order_events (order_id, kind, actor)
    values (${paid}, 'paid', 'nobody')`,
  ],
  [
    'I9',
    'a shipped order without a payment event',
    `update orders set status = 'shipped'
    , shipping = true where id = ${paid}`,
  ],
  ['I9', 'a paid order without a history', `delete from order_events where order_id = ${paid}`],
  [
    'I10',
    'an unpaid order that is shipped',
    `update orders set paid = false where id = ${shipped}`,
  ],
  [
    'I11',
    'an admin made by a customer',
    `insert into admin_actions
      (actor, action, target, before, after)
    select id, 'grant-admin', id, '{"role": "customer"}', '{"role": "admin"}' from users
    where role = 'customer'; update users set role = 'admin'`,
  ],
  [
    'I11',
    'an admin made by a deactivated admin',
    `insert into admin_actions
      (actor, action, target, before, after)
    select 'command-line', 'deactivate-user', actor::uuid, '{}', '{}' from admin_actions
    where actor like '%-%-%' and action = 'grant-admin';
    insert into admin_actions (actor, action, target, before, after)
    select actor, action, target, before, after from admin_actions
    where actor like '%-%-%' and action = 'grant-admin'`,
  ],
  ['I11', 'an admin without a grant', `update users set role = 'admin' where role = 'customer'`],
  [
    'I12',
    'an unprocessed event',
    `insert into webhook_events (id, type, received_at)
    values ('evt_1', 'charge.updated', now() - interval '11 minutes')`,
  ],
  [
    'I13',
    'a refund twice',
    `insert into refunds (intent_id, order_id, reason)
     select intent_id, order_id, reason from refunds where reason = 'out-of-stock'`,
  ],
  [
    'I15',
    'a disputed order that is not marked',
    `update orders set dispute = null where dispute = 'inquiry'`,
  ],
  [
    'I15',
    'an order that is marked without a dispute',
    `update orders set dispute = 'open' where id = ${one(`status = 'paid' and dispute is null`)}`,
  ],
  [
    'I15',
    'a disputed order that is shipped',
    `with shipped as (
      update orders set status = 'shipped', shipping = true where id = ${one(`dispute = 'inquiry'`)}
      returning id)
    insert into order_events (order_id, kind, actor) select id, 'shipped', 'nobody' from shipped`,
  ],
  [
    'I15',
    'a lost payment whose order is open',
    `with lost as (
      insert into disputes (id, order_id, intent_id, state, status, reason, amount_cents, opened_at)
      select 'dp_lost', id, transaction_id, 'lost', 'lost', 'fraudulent', total_cents, now()
      from orders where id = ${one(`status = 'paid' and dispute is null`)} returning order_id)
    update orders set dispute = 'lost' from lost where id = order_id`,
  ],
  [
    'I16',
    'a shipment that is never finished',
    `update orders set ship_due_at = now() - interval '1 hour', ship_actor = 'nobody'
    where id = ${paid}`,
  ],
  [
    'I16',
    'a mail about a shipment that was undone',
    `insert into order_mails (order_id, kind, reference, details)
    values (${paid}, 'shipped', '', '{}')`,
  ],
  [
    'I19',
    'a fitment of another kind than its product',
    `update products set kind = 'brakes' where id = ${fitted}`,
  ],
  [
    'I19',
    'a product that fits every car and has fitments',
    `update products set is_universal = true where id = ${fitted}`,
  ],
  ['I15', 'a chargeback without a lost dispute', `delete from dispute_events where state = 'lost'`],
]
