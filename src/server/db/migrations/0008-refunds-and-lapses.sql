-- The owner may give a part of a payment back in the card provider's own pages.
alter table order_events
  drop constraint order_events_kind_check,
  add constraint order_events_kind_check check (kind in
    ('placed', 'lapsed', 'held', 'paid', 'shipped', 'deleted', 'restored', 'refunded', 'partly-refunded'));

-- A lapsed hold that cannot be closed waits longer each time, so that the others have their turn.
alter table orders
  add column lapse_attempts integer not null default 0,
  add column next_lapse_at timestamptz not null default now();
