-- The seller and the tax as invoices print them; a row for each combination that was ever set.
create table invoice_terms (
  id integer generated always as identity primary key,
  seller_name text not null,
  seller_address text not null,
  seller_tax_id text,
  tax_name text,
  -- Thousandths of a percent: 8875 is 8.875 %.
  tax_rate integer,
  constraint invoice_terms_tax check (
    (tax_name is null) = (tax_rate is null) and tax_rate between 1 and 100000),
  constraint invoice_terms_once unique nulls not distinct
    (seller_name, seller_address, seller_tax_id, tax_name, tax_rate)
);

-- One invoice for each order with a payment. Lines, sums, delivery and reference of a paid order never change; what
-- could change later is here: the buyer's name and address, and the terms.
create table invoices (
  number integer not null,
  order_id uuid not null,
  terms_id integer not null,
  -- Null once the buyer's contacts were removed, and if the buyer had none.
  bill_to_name text,
  bill_to_address text,
  issued_at timestamptz not null default clock_timestamp()
);

insert into invoice_terms (seller_name, seller_address)
values ('Auto Parts', '100 Workshop Road, Springfield');

-- In the order of their payments. Keys follow the rows, so that a million orders take seconds. Names only: the address
-- was not part of an invoice before.
insert into invoices (number, order_id, terms_id, bill_to_name, issued_at)
select row_number() over (order by coalesce(paid_at, orders.created_at), orders.id), orders.id, 1,
  case when orders.email = users.email then nullif(users.name, '') end, coalesce(paid_at, orders.created_at)
from orders
  join users on users.id = user_id
  left join (
    select order_id, min(created_at) as paid_at from order_events
    where kind in ('paid', 'refunded') group by order_id) as paid on paid.order_id = orders.id
where transaction_id is not null;

alter table invoices
  add primary key (number),
  add constraint invoices_order unique (order_id),
  add constraint invoices_number check (number > 0),
  add constraint invoices_bill_to check (
    length(bill_to_name) between 1 and 200 and length(bill_to_address) between 1 and 500),
  add foreign key (order_id) references orders,
  add foreign key (terms_id) references invoice_terms;

create function guard_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.bill_to_name is null and new.bill_to_address is null
    and (new.number, new.order_id, new.terms_id, new.issued_at)
      = (old.number, old.order_id, old.terms_id, old.issued_at) then
    return new;
  end if;
  raise exception 'an invoice only loses the contacts of its buyer' using errcode = 'restrict_violation';
end
$$;
create trigger guard_invoice before update or delete on invoices
  for each row execute function guard_invoice();
create trigger invoices_not_truncated before truncate on invoices
  for each statement execute function refuse_change();
create trigger invoice_terms_append_only before update or delete or truncate on invoice_terms
  for each statement execute function refuse_change();

-- Issues the invoice of an order with the next number. Its lock is the last that a payment takes: payments wait for
-- each other from here to their commit only, and without deadlocks. In PL/pgSQL each statement has a snapshot of its own,
-- so the number is read after the wait for the lock. A transaction that fails leaves its number to the next.
create function issue_invoice(
  invoiced uuid, name text, address text, tax_id text, tax text, rate integer
) returns integer language plpgsql volatile as $$
declare
  terms integer;
  issued integer;
begin
  select id into terms from invoice_terms
  where (seller_name, seller_address, seller_tax_id, tax_name, tax_rate)
    is not distinct from (name, address, tax_id, tax, rate);
  if terms is null then
    insert into invoice_terms (seller_name, seller_address, seller_tax_id, tax_name, tax_rate)
    values (name, address, tax_id, tax, rate) on conflict do nothing;
    select id into strict terms from invoice_terms
    where (seller_name, seller_address, seller_tax_id, tax_name, tax_rate)
      is not distinct from (name, address, tax_id, tax, rate);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invoices', 0));
  insert into invoices (number, order_id, terms_id, bill_to_name, bill_to_address)
  select coalesce((select max(number) from invoices), 0) + 1, orders.id, terms,
    nullif(left(users.name, 200), ''), nullif(left(profiles.address, 500), '')
  from orders
    -- Not of an account that is being erased.
    left join users on users.id = orders.user_id and users.email = orders.email
    left join profiles on profiles.user_id = users.id
  where orders.id = invoiced
  returning number into strict issued;
  return issued;
end
$$;
