-- Whether a buyer agreed to the total of an order: to goods and shipping as the rule of prices has them, or, like a client
-- that knows no lower prices than that of one unit, to a total that is not below it.
create function is_agreed_total(
  agreed bigint, goods bigint, list_goods bigint, shipping bigint, free_above bigint
) returns boolean language plpgsql immutable parallel safe as $$
declare
  total bigint := goods + case when goods > free_above then 0 else shipping end;
begin
  return agreed = total or agreed > total
    and agreed = list_goods + case when list_goods > free_above then 0 else shipping end;
end
$$;

-- Who changed which price lists, with their prices and accounts. Not part of admin_actions: nodes of the previous version
-- read those.
create table price_list_changes (
  id bigint generated always as identity primary key,
  -- Not a reference: a list is deleted, and its log stays.
  price_list uuid not null,
  name text not null,
  actor text not null,
  request_id text,
  action text not null check (action in ('added', 'changed', 'deleted', 'prices', 'account-added', 'account-removed')),
  -- The account that was put on the list or taken off it.
  user_id uuid references users,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now()
);
create index price_list_changes_of_list on price_list_changes (price_list, id desc);
create index price_list_changes_of_account on price_list_changes (user_id) where user_id is not null;
create trigger price_list_changes_append_only before update or delete or truncate on price_list_changes
  for each statement execute function refuse_change();
