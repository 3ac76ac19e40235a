-- What admins refund of an order by its lines, or as an amount, beside the refunds of whole payments (`refunds`).
create table partial_refunds (
  order_id uuid not null references orders,
  -- 1, 2, 3 … within the order. The card provider stores it with the refund.
  refund_no smallint not null check (refund_no between 1 and 1000),
  intent_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Whether the units of its lines return to the stock.
  is_restocked boolean not null,
  actor text not null,
  note text check (length(note) between 1 and 200),
  created_at timestamptz not null default now(),
  -- The provider's id once the refund is made.
  refund_id text unique,
  -- When the provider had too little of the payment left, such as after a refund in its dashboard.
  refused_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now() + interval '30 seconds',
  primary key (order_id, refund_no),
  check (refund_id is null or refused_at is null)
);
create index partial_refunds_open on partial_refunds (next_attempt_at)
  where refund_id is null and refused_at is null;

-- Units of lines, at the unit price of the order.
create table partial_refund_lines (
  order_id uuid not null,
  refund_no smallint not null,
  line smallint not null,
  quantity integer not null check (quantity > 0),
  primary key (order_id, line, refund_no),
  foreign key (order_id, refund_no) references partial_refunds,
  foreign key (order_id, line) references order_lines
);
create trigger partial_refund_lines_append_only before update or delete or truncate on partial_refund_lines
  for each statement execute function refuse_change();

-- Decided or made, an order's refunds are never more than its payment, and those of a line never more than its units.
create function guard_partial_refund() returns trigger language plpgsql as $$
declare
  payment orders;
begin
  if tg_op = 'DELETE' then
    raise exception 'refunds are never removed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' then
    if (new.order_id, new.refund_no, new.intent_id, new.amount_cents, new.is_restocked, new.actor, new.created_at)
        is distinct from
        (old.order_id, old.refund_no, old.intent_id, old.amount_cents, old.is_restocked, old.actor, old.created_at)
      or old.refund_id is not null and new.refund_id is distinct from old.refund_id then
      raise exception 'a refund never changes' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  select * into payment from orders where id = new.order_id for update;
  if payment.status not in ('paid', 'shipped') or payment.transaction_id is distinct from new.intent_id then
    raise exception 'only a paid order is refunded' using errcode = 'restrict_violation';
  end if;
  if payment.dispute in ('open', 'lost') then
    raise exception 'a disputed payment is not refunded' using errcode = 'restrict_violation';
  end if;
  if new.amount_cents + coalesce((select sum(amount_cents) from credit_notes where order_id = new.order_id), 0)
      + coalesce((
        select sum(amount_cents) from partial_refunds
        where order_id = new.order_id and refund_id is null and refused_at is null), 0)
      > payment.total_cents then
    raise exception 'refunds exceed the payment' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger guard_partial_refund before insert or update or delete on partial_refunds
  for each row execute function guard_partial_refund();

create function guard_refunded_units() returns trigger language plpgsql as $$
begin
  if (select order_lines.quantity from order_lines where order_id = new.order_id and line = new.line)
    < (select sum(quantity) from partial_refund_lines join partial_refunds using (order_id, refund_no)
       where order_id = new.order_id and line = new.line and refused_at is null) then
    raise exception 'more units are refunded than were ordered' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger guard_refunded_units after insert on partial_refund_lines
  for each row execute function guard_refunded_units();

-- One for each refund of a payment that an order was paid with, in a series of their own.
create table credit_notes (
  number integer not null,
  order_id uuid not null,
  -- The provider's id. Null for refunds before this table: their ids were not stored.
  refund_id text,
  amount_cents bigint not null,
  -- The decision of an admin; null for a refund of the rest, or in the provider's dashboard.
  refund_no smallint,
  issued_at timestamptz not null default clock_timestamp()
);

-- Of each refund in the history: a partial one names the sum so far. Not of payments that the bank returned.
insert into credit_notes (number, order_id, amount_cents, issued_at)
with returned as (
  select order_id, created_at, (details ->> 'cents')::bigint as cents
  from order_events where kind = 'partly-refunded'
  union all
  select orders.id, order_events.created_at, total_cents
  from order_events join orders on orders.id = order_id
  where kind = 'refunded' and status = 'refunded' and details ->> 'intent' = transaction_id
    and details ->> 'reason' <> 'charged-back'
    and not exists (
      select from refunds where refunds.intent_id = transaction_id
        and (refund_id is null or refund_id in (select id from disputes)))
), notes as (
  select order_id, created_at,
    cents - lag(cents, 1, 0::bigint) over (partition by order_id order by cents) as amount
  from returned
)
select row_number() over (order by created_at, order_id), order_id, amount, created_at
from notes where amount > 0;

alter table credit_notes
  add primary key (number),
  add constraint credit_notes_number check (number > 0),
  add constraint credit_notes_amount check (amount_cents > 0),
  add constraint credit_notes_refund unique (refund_id),
  add foreign key (order_id) references orders,
  add foreign key (order_id, refund_no) references partial_refunds,
  add constraint credit_notes_of_refund unique (order_id, refund_no);
create trigger credit_notes_append_only before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();

-- Like `issue_invoice`, whose lock is taken before.
create function issue_credit_note(refunded uuid, refund text, cents bigint, decision smallint)
returns integer language plpgsql volatile as $$
declare
  issued integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('credit notes', 0));
  insert into credit_notes (number, order_id, refund_id, amount_cents, refund_no)
  select coalesce(max(number), 0) + 1, refunded, refund, cents, decision from credit_notes
  returning number into strict issued;
  if (select sum(amount_cents) from credit_notes where order_id = refunded)
    > (select total_cents from orders where id = refunded) then
    raise exception 'credit notes exceed the invoice' using errcode = 'check_violation';
  end if;
  return issued;
end
$$;

-- Units that a partial refund returns to the stock. Their `hold_round` is the number of the refund within the order.
alter table stock_movements
  drop constraint stock_movements_reason_check,
  add constraint stock_movements_reason_check check (
    reason in ('received', 'corrected', 'held', 'released', 'returned')) not valid;
