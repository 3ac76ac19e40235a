-- Numbers of products beside their own: those of car makers (oem) and of other makers (interchange), numbers that a
-- product replaces, and barcodes.
create table product_numbers (
  product_id uuid not null references products,
  kind text not null check (kind in ('oem', 'interchange', 'replaced', 'barcode')),
  -- Whose number it is; empty if nobody has said.
  brand text not null default '' check (length(brand) <= 60),
  number text not null check (length(number) <= 40),
  key text not null generated always as (part_key(number)) stored check (key <> ''),
  primary key (product_id, kind, brand, key)
);
create index product_numbers_key on product_numbers (key text_pattern_ops);
create index product_numbers_parts on product_numbers using gin (key gin_trgm_ops);

-- The product that took its place.
alter table products add column replaced_by uuid;
alter table products add constraint products_replaced_by foreign key (replaced_by) references products not valid;
alter table products add constraint products_not_replaced_by_itself check (replaced_by <> id) not valid;
create index if not exists products_replaced_by on products (replaced_by) where replaced_by is not null;
-- The own numbers of products that were taken out of the shop and replaced. Without rows: the column is new.
create index if not exists products_replaced_part_key on products (part_key(part_number))
  where archived_at is not null and replaced_by is not null and part_number is not null;

-- One change of numbers or replacements at a time, so that two changes together do not make a circle, and no other
-- change is between the comparison of an import and its end. Reading and selling need no such lock.
create function take_turns_with_numbers() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('numbers'));
  return null;
end
$$;
create trigger numbers_take_turns before insert or update or delete on product_numbers
  for each statement execute function take_turns_with_numbers();
create trigger replacements_take_turns before update of replaced_by on products
  for each statement execute function take_turns_with_numbers();

-- A product that replaced another one is replaced in turn at most ten times, and never by an earlier one of them.
create function refuse_endless_replacements() returns trigger language plpgsql as $$
declare
  later integer;
  earlier integer;
  is_circle boolean;
begin
  with recursive successors as (
    select new.replaced_by as id, 1 as step
    union all
    select products.replaced_by, step + 1 from successors join products using (id)
    where products.replaced_by is not null and step <= 10 and successors.id <> new.id
  )
  select max(step), bool_or(id = new.id) into later, is_circle from successors;
  if is_circle then
    raise exception 'a product cannot replace itself, directly or through others'
      using errcode = 'check_violation', constraint = 'products_replaced_in_a_circle';
  end if;
  with recursive predecessors as (
    select new.id, 0 as step
    union all
    select products.id, step + 1 from predecessors join products on products.replaced_by = predecessors.id
    where step <= 10
  )
  select max(step) into earlier from predecessors;
  if earlier + later > 10 then
    raise exception 'a product is replaced at most ten times in a row'
      using errcode = 'check_violation', constraint = 'products_replaced_too_often';
  end if;
  return null;
end
$$;
create trigger added_replacements_end after insert on products
  for each row when (new.replaced_by is not null) execute function refuse_endless_replacements();
create trigger replacements_end after update of replaced_by on products
  for each row when (new.replaced_by is not null and new.replaced_by is distinct from old.replaced_by)
  execute function refuse_endless_replacements();
