-- The shop's tables. The rules that money and stock rest on stand here as constraints and triggers,
-- so that they hold whatever the code above them does.

-- UUID version 7: random, and ordered by the database's clock. PostgreSQL has its own only from 18 on.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Accounts. The identity provider's subject (uid) is who somebody is; the e-mail is a label.
create table users (
  id uuid primary key default new_id(),
  uid text not null unique,
  issuer text not null,
  email text not null unique check (email = lower(email)),
  name text not null default '',
  role text not null default 'customer' check (role in ('customer', 'admin')),
  email_verified boolean not null default false,
  deactivated_at timestamptz,
  created_at timestamptz not null default now()
);

-- Signed-out sessions: a session is one sign-in at the identity provider, named by its time.
create table revoked_sessions (
  user_id uuid not null references users,
  signed_in_at timestamptz not null,
  revoked_at timestamptz not null default now(),
  primary key (user_id, signed_in_at)
);

create table profiles (
  user_id uuid primary key references users,
  address text not null,
  phone text not null,
  fb_link text not null,
  img text not null,
  updated_at timestamptz not null default now()
);

create table products (
  id uuid primary key default new_id(),
  name text not null,
  email text not null,
  price_cents integer not null check (price_cents > 0),
  quantity integer not null check (quantity >= 0),
  description text not null,
  img text not null,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index products_live_name on products (lower(name)) where archived_at is null;
create index products_live on products (id) where archived_at is null;

-- paid and shipping are made from status, so they cannot disagree with it.
create table orders (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  email text not null,
  product_id uuid not null references products,
  name text not null,
  img text not null,
  unit_price_cents integer not null check (unit_price_cents > 0),
  quantity integer not null check (quantity >= 10),
  total_cents bigint not null check (total_cents = unit_price_cents::bigint * quantity),
  status text not null default 'unpaid' check (status in ('unpaid', 'paid', 'shipped', 'refunded')),
  paid boolean not null generated always as (status in ('paid', 'shipped')) stored,
  shipping boolean not null generated always as (status = 'shipped') stored,
  transaction_id text unique,
  -- Each time the units are taken from the stock anew is one more round, with a payment intent of its own.
  hold_round integer not null default 1,
  held_until timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((status = 'unpaid') = (transaction_id is null)),
  check (held_until is null or (status = 'unpaid' and deleted_at is null)),
  check (deleted_at is null or status = 'unpaid')
);
create index orders_of_user on orders (user_id, id desc) where deleted_at is null;
create index orders_live on orders (id desc) where deleted_at is null;
create index orders_held on orders (held_until) where held_until is not null;
create index orders_of_product on orders (product_id);

create function guard_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'orders are never removed' using errcode = 'restrict_violation';
  end if;
  if (new.user_id, new.product_id, new.unit_price_cents, new.quantity, new.total_cents, new.created_at)
    is distinct from
    (old.user_id, old.product_id, old.unit_price_cents, old.quantity, old.total_cents, old.created_at) then
    raise exception 'what was ordered never changes' using errcode = 'restrict_violation';
  end if;
  if old.transaction_id is not null and new.transaction_id is distinct from old.transaction_id then
    raise exception 'a paid order keeps its payment' using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('unpaid', 'unpaid'), ('unpaid', 'paid'), ('unpaid', 'refunded'),
    ('paid', 'paid'), ('paid', 'shipped'), ('paid', 'refunded'),
    ('shipped', 'shipped'), ('shipped', 'refunded'), ('refunded', 'refunded')) then
    raise exception 'an order does not go from % to %', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger guard_order before update or delete on orders
  for each row execute function guard_order();

-- What happened to an order, when and by whom. Only ever added to.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  kind text not null check (kind in
    ('placed', 'lapsed', 'held', 'paid', 'shipped', 'deleted', 'restored', 'refunded')),
  actor text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index order_events_of_order on order_events (order_id);
create trigger order_events_append_only before update or delete or truncate on order_events
  for each statement execute function refuse_change();

-- Every unit that ever came or went: a product's stock is the sum of its movements.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  order_id uuid references orders,
  hold_round integer,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('received', 'held', 'released')),
  created_at timestamptz not null default now(),
  check ((reason = 'received') = (order_id is null)),
  check ((order_id is null) = (hold_round is null))
);
create index stock_movements_of_product on stock_movements (product_id);
create unique index stock_movements_once on stock_movements (order_id, hold_round, reason)
  where order_id is not null;
create trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function refuse_change();

-- One intent for each round of an order. The row is written before the provider is asked, so that a
-- deletion or a lapse knows that a payment may be open even if the answer never reached us.
create table payment_intents (
  order_id uuid not null references orders,
  hold_round integer not null,
  intent_id text unique,
  status text not null default 'creating',
  created_at timestamptz not null default now(),
  polls integer not null default 0,
  next_poll_at timestamptz not null default now() + interval '30 seconds',
  primary key (order_id, hold_round)
);
create index payment_intents_open on payment_intents (next_poll_at)
  where status not in ('succeeded', 'canceled');

-- Money that came for nothing goes back. The row is the promise, kept by the sweeper.
create table refunds (
  intent_id text primary key,
  order_id uuid not null references orders,
  reason text not null,
  refund_id text,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);
create index refunds_open on refunds (next_attempt_at) where refund_id is null;

-- The provider's events, kept before they are acknowledged.
create table webhook_events (
  id text primary key,
  type text not null,
  intent_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index webhook_events_open on webhook_events (next_attempt_at) where processed_at is null;

create table reviews (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  name text not null,
  rating smallint not null check (rating between 0 and 5),
  title text not null,
  description text not null,
  created_at timestamptz not null default now()
);
create unique index reviews_once on reviews (user_id, md5(title || chr(31) || description));

-- The answers of requests that carried an Idempotency-Key.
create table idempotency_keys (
  user_id uuid not null references users,
  key text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Mail waits here until the mail server has taken it.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index outbox_open on outbox (next_attempt_at) where sent_at is null;
