-- An order has one payment that can still be made: that of its last round. Whatever opens another one
-- before the first is closed, fails here.
create unique index if not exists payment_intents_live on payment_intents (order_id)
  where status not in ('succeeded', 'canceled');
