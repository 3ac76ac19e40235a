-- What was done with an admin's rights, and to them. Only ever added to, in the transaction of the deed.
create table admin_actions (
  id bigint generated always as identity primary key,
  -- An account's id, or where the owner acted without an account.
  actor text not null check (
    actor in ('command-line', 'configuration') or actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  action text not null check (action in (
    'grant-admin', 'revoke-admin', 'deactivate-user', 'add-product', 'archive-product', 'ship-order')),
  -- The account, product or order.
  target uuid not null,
  before jsonb not null,
  after jsonb not null,
  request_id text,
  created_at timestamptz not null default now()
);
create index admin_actions_of_target on admin_actions (target);
create trigger admin_actions_append_only before update or delete or truncate on admin_actions
  for each statement execute function refuse_change();
