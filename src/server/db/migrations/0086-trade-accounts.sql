-- What businesses say in their requests for a trade account, and what an admin decided. A request that was withdrawn has
-- no row.
create table trade_accounts (
  user_id uuid primary key references users,
  state text not null default 'asked',
  company text not null,
  tax_id text not null default '',
  invoice_address text not null,
  -- With this the buyer's own order numbers begin.
  reference_prefix text not null default '',
  -- Whether orders without such a number are refused.
  needs_reference boolean not null default false,
  tax_exempt boolean not null default false,
  -- Of a refusal or of the end of the account.
  reason text not null default '',
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  -- Whether the owner of the shop has been written to about the request.
  is_announced boolean not null default false,
  constraint trade_accounts_state check (state in ('asked', 'approved', 'refused', 'closed')),
  constraint trade_accounts_texts check (length(company) between 1 and 100 and length(tax_id) <= 40
    and length(invoice_address) between 1 and 500 and length(reference_prefix) <= 40
    and length(reason) <= 300),
  constraint trade_accounts_decided check ((state = 'asked') = (decided_at is null)),
  constraint trade_accounts_exempt check (state = 'approved' or not tax_exempt)
);
-- In the orders of the lists: of all accounts, and of those in one state.
create index trade_accounts_order on trade_accounts ((state = 'asked') desc, asked_at desc, user_id desc);
create index trade_accounts_of_state on trade_accounts (state, asked_at desc, user_id desc);
create index trade_accounts_unannounced on trade_accounts (asked_at) where not is_announced and state = 'asked';
create trigger refuse_erased_account before insert on trade_accounts
  for each row execute function refuse_erased_account();

-- What admins decided. Not part of admin_actions: nodes of the previous version read those.
create table trade_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  actor text not null,
  request_id text,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now()
);
create index trade_changes_of_account on trade_changes (user_id);
create trigger trade_changes_append_only before update or delete or truncate on trade_changes
  for each statement execute function refuse_change();

-- The company as the invoice prints it.
alter table invoices
  add column bill_to_company text,
  add column bill_to_tax_id text;
alter table invoices add constraint invoices_bill_to_company check (
  length(bill_to_company) between 1 and 100 and length(bill_to_tax_id) between 1 and 40) not valid;

-- Nodes of the previous version issue invoices too, so the company is added by the database.
create function bill_to_trade_account() returns trigger language plpgsql as $$
declare
  buyer trade_accounts;
begin
  select trade_accounts.* into buyer
  from orders
    -- Not of an account that is being erased.
    join users on users.id = orders.user_id and users.email = orders.email
    join trade_accounts on trade_accounts.user_id = users.id and state = 'approved'
  where orders.id = new.order_id;
  if found then
    new.bill_to_company := buyer.company;
    new.bill_to_tax_id := nullif(buyer.tax_id, '');
    new.bill_to_address := buyer.invoice_address;
  end if;
  return new;
end
$$;
create trigger bill_to_trade_account before insert on invoices
  for each row execute function bill_to_trade_account();

-- Those nodes remove name and address alone: the company goes with them.
create or replace function guard_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.bill_to_name is null and new.bill_to_address is null
    and (new.number, new.order_id, new.terms_id, new.issued_at)
      = (old.number, old.order_id, old.terms_id, old.issued_at) then
    new.bill_to_company := null;
    new.bill_to_tax_id := null;
    return new;
  end if;
  raise exception 'an invoice only loses the contacts of its buyer' using errcode = 'restrict_violation';
end
$$;
