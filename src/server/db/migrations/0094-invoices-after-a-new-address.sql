-- Replaces both functions: an order keeps the e-mail address that it was placed with, so it is not compared with the account's.
create or replace function bill_to_trade_account() returns trigger language plpgsql as $$
declare
  buyer trade_accounts;
begin
  select trade_accounts.* into buyer
  from orders
    -- Not of an account that is being erased.
    join users on users.id = orders.user_id and erasure_requested_at is null
    join trade_accounts on trade_accounts.user_id = users.id and state = 'approved'
  where orders.id = new.order_id and orders.email <> 'order@erased.invalid';
  if found then
    new.bill_to_company := buyer.company;
    new.bill_to_tax_id := nullif(buyer.tax_id, '');
    new.bill_to_address := buyer.invoice_address;
  end if;
  return new;
end
$$;

create or replace function issue_invoice(
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
    left join users on users.id = orders.user_id and erasure_requested_at is null
      and orders.email <> 'order@erased.invalid'
    left join profiles on profiles.user_id = users.id
  where orders.id = invoiced
  returning number into strict issued;
  return issued;
end
$$;
