-- Every change by an admin in one log. Nodes of the last release read all rows of admin_actions and fail on actions that
-- they do not know, so those have a table of their own until the next version.
create table audit_entries (
  id bigint generated always as identity primary key,
  -- The end of the work and not the start of its transaction: an import is then above the products that it changed.
  created_at timestamptz not null default clock_timestamp(),
  -- The id of an account, or the name of a source without one.
  actor text not null,
  action text not null,
  -- The price list, account, synonyms or import.
  target uuid,
  -- As in addresses, of an object without an id: volkswagen/golf.
  target_key text,
  -- The account that was put on a price list, the product with a price of its own.
  related uuid,
  -- Of what may be deleted, never of a person.
  name text,
  before jsonb not null,
  after jsonb not null,
  request_id text,
  check (num_nonnulls(target, target_key) = 1)
);
create index audit_entries_newest on audit_entries (created_at desc, id desc);
create index audit_entries_of_actor on audit_entries (actor);
create index audit_entries_of_action on audit_entries (action);
create index audit_entries_of_target on audit_entries (target);
create index audit_entries_of_key on audit_entries (target_key) where target_key is not null;
create index audit_entries_of_related on audit_entries (related) where related is not null;
create index audit_entries_by_name on audit_entries using gin (name gin_trgm_ops);
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();

-- The log is read newest first over both tables.
create index if not exists admin_actions_newest on admin_actions (created_at desc, id desc);
create view audit_log as
select 'audit_entries' as source, id, created_at, actor, action, target, target_key, related, name, before, after, request_id
from audit_entries
union all
select 'admin_actions', id, created_at, actor, action, target, null, null, null, before, after, request_id
from admin_actions;

-- Nodes of the last release log changes of synonyms in their table. The trigger comes first: its lock keeps new rows
-- away until those that are there are copied.
create function add_synonym_entry(change synonym_changes) returns void language sql as $$
  insert into public.audit_entries (created_at, actor, action, target, name, before, after, request_id)
  values (change.created_at, change.actor,
    case change.action when 'added' then 'add-synonyms' when 'changed' then 'change-synonyms'
      when 'removed' then 'remove-synonyms' else change.action end,
    change.synonym_id, coalesce(change.after[1], change.before[1]),
    case when change.before = '{}' then '{}' else jsonb_build_object('terms', change.before) end,
    case when change.after = '{}' then '{}' else jsonb_build_object('terms', change.after) end,
    change.request_id)
$$;
create function log_synonym_change() returns trigger language plpgsql as $$
begin
  perform public.add_synonym_entry(new);
  return null;
end
$$;
create trigger synonym_changes_logged after insert on synonym_changes
  for each row execute function log_synonym_change();
select add_synonym_entry(synonym_changes) from synonym_changes order by id;

-- Jobs of the last release apply and undo imports too, so the database logs each as a whole. The name of a file that
-- was only checked is not kept longer than the file.
create function log_import() returns trigger language plpgsql as $$
declare
  kind constant jsonb := jsonb_build_object('of', tg_argv[0]);
  -- Not every kind removes rows.
  counts constant jsonb := jsonb_strip_nulls(jsonb_build_object('new_rows', nullif(new.new_rows, 0),
    'changed_rows', nullif(new.changed_rows, 0),
    'removed_rows', nullif((to_jsonb(new) ->> 'removed_rows')::integer, 0)));
begin
  insert into public.audit_entries (actor, action, target, name, before, after, request_id)
  values (new.user_id,
    case new.state when 'applied' then 'apply-import' when 'undone' then 'undo-import' else 'check-import' end,
    new.id, case when new.state in ('applied', 'undone') then new.file_name end,
    case when new.state = 'undone' then counts else '{}' end,
    case new.state when 'applied' then kind || counts
      when 'undone' then kind || jsonb_strip_nulls(jsonb_build_object('kept_rows', nullif(new.kept_rows, 0)))
      else kind end,
    new.request_id);
  return null;
end
$$;
create trigger product_imports_logged after update of state on product_imports for each row
  when ((old.state, new.state) in (('reading', 'checked'), ('applying', 'applied'), ('undoing', 'undone')))
  execute function log_import('products');
create trigger number_imports_logged after update of state on number_imports for each row
  when ((old.state, new.state) in (('reading', 'checked'), ('applying', 'applied'), ('undoing', 'undone')))
  execute function log_import('numbers');
create trigger fitment_imports_logged after update of state on fitment_imports for each row
  when ((old.state, new.state) in (('reading', 'checking'), ('applying', 'applied'), ('undoing', 'undone')))
  execute function log_import('fitments');

-- Logs that no release has had.
insert into audit_entries (created_at, actor, action, target, related, name, before, after, request_id)
select created_at, actor, known.action, price_list, user_id, name, before, after, request_id
from price_list_changes as change join (values ('added', 'add-price-list'), ('changed', 'change-price-list'),
  ('deleted', 'delete-price-list'), ('prices', 'set-list-prices'), ('account-added', 'put-on-price-list'),
  ('account-removed', 'take-off-price-list')) as known (former, action) on known.former = change.action
order by id;
insert into audit_entries (created_at, actor, action, target, before, after, request_id)
select created_at, actor, 'decide-trade-account', user_id, before, after, request_id from trade_changes order by id;
insert into audit_entries (created_at, actor, action, target_key, name, before, after, request_id)
select created_at, actor, case action when 'added' then 'add-vehicle' else 'change-vehicle' end, vehicle, name,
  before, after, request_id
from vehicle_changes order by id;
drop table price_list_changes, trade_changes, vehicle_changes;
