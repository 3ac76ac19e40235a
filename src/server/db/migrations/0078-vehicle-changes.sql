-- Who changed which cars. Not part of admin_actions: nodes of the previous version read those.
create table vehicle_changes (
  id bigint generated always as identity primary key,
  -- As in addresses: volkswagen/golf.
  vehicle text not null,
  name text not null,
  actor text not null,
  request_id text,
  action text not null check (action in ('added', 'changed')),
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now()
);
create trigger vehicle_changes_append_only before update or delete or truncate on vehicle_changes
  for each statement execute function refuse_change();
