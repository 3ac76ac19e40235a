-- An account without a profile has no address of its own, so its invoice has address and name of the delivery. The name was
-- that of the account, which stood above the address of another person.
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
    nullif(left(case
      -- The name of a profile is that of its account. A company has an address of its own.
      when profiles.user_id is null and trade_accounts.user_id is null and users.id is not null
        then coalesce(delivery_name, users.name)
      else users.name
    end, 200), ''),
    nullif(left(profiles.address, 500), '')
  from orders
    -- Not of an account that is being erased.
    left join users on users.id = orders.user_id and erasure_requested_at is null
      and orders.email <> 'order@erased.invalid'
    left join profiles on profiles.user_id = users.id
    left join trade_accounts on trade_accounts.user_id = users.id and state = 'approved'
  where orders.id = invoiced
  returning number into strict issued;
  return issued;
end
$$;
