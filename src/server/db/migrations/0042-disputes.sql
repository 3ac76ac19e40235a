-- Payments that the card's owner disputes at the bank, by the card provider's id.
create table disputes (
  id text primary key,
  order_id uuid not null references orders,
  intent_id text not null,
  -- 'inquiry': the bank only asks. 'open': the money is withdrawn. 'won': closed without a loss. 'lost': charged back.
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  -- The provider's own word for the state, and for the reason.
  status text not null,
  reason text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  due_by timestamptz,
  opened_at timestamptz not null,
  changed_at timestamptz not null default now()
);
create index disputes_of_order on disputes (order_id);
create index disputes_of_intent on disputes (intent_id);
create index disputes_changed on disputes (changed_at);

-- The states of each dispute, in the order in which the shop learned of them. Not part of order_events: nodes of
-- the previous version read those.
create table dispute_events (
  id bigint generated always as identity primary key,
  dispute_id text not null references disputes,
  order_id uuid not null references orders,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  -- The time after the lock of the order, so that it can be compared with the time of shipping.
  created_at timestamptz not null default clock_timestamp()
);
create index dispute_events_of_order on dispute_events (order_id);
create trigger dispute_events_append_only before update or delete or truncate on dispute_events
  for each statement execute function refuse_change();

-- The state of all disputes of the order's payment together, and how often they were recorded.
alter table orders
  add column dispute text,
  add column dispute_version integer not null default 0,
  add constraint orders_dispute check (dispute in ('inquiry', 'open', 'won', 'lost')) not valid;
create index if not exists orders_disputed on orders (id desc) where dispute in ('inquiry', 'open');

-- Also for nodes of the previous version, which do not know disputes.
create function guard_shipping() returns trigger language plpgsql as $$
begin
  raise exception 'an order is not shipped while its payment is disputed'
    using errcode = 'restrict_violation';
end
$$;
create trigger guard_shipping before update of status on orders
  for each row when (
    old.status = 'paid' and new.status = 'shipped' and new.dispute in ('inquiry', 'open'))
  execute function guard_shipping();

-- A refund of a payment that the bank has withdrawn would return the money twice.
create function guard_refund() returns trigger language plpgsql as $$
begin
  if new.reason = 'by-admin' and exists (
    select from orders
    where id = new.order_id and transaction_id = new.intent_id and dispute in ('open', 'lost')) then
    raise exception 'a disputed payment is not refunded' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger guard_refund before insert on refunds for each row execute function guard_refund();
