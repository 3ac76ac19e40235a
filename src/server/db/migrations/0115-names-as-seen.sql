-- The order of names in lists: letters with accents beside those without, as the collation of CLDR's root has them. A key of
-- its own, since an index by a collation of ICU or the system may be wrong after an update of that library.
create function name_order(name text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(
      replace(replace(replace(replace(replace(translate(name, 'ØøŁłĐđı', 'OoLlDdi'),
        'ß', 'ss'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'), NFD), '[\u0300-\u036F]', '', 'g'))
    || e'\x01' || name
$$;

create index if not exists products_live_name_order on products ((name_order(name) collate "C"), id) where archived_at is null;

-- Names that differ by blanks and characters without a shape look the same. New ones have plain blanks (text() of the contract);
-- so do those of before, unless another product has the name.
with shown as (
  select id, trim(regexp_replace(
      regexp_replace(name, '[\u00AD\u061C\u180E\u200B\u200E\u200F\u2060\uFEFF]', '', 'g'),
      '[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u3164\u2800]+', ' ', 'g')) as seen
  from products
  where archived_at is null
    and name ~ '  |[\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200B\u200E\u200F\u202F\u205F\u2060\u2800\u3000\u3164\uFEFF]'
), first as (
  select distinct on (lower(seen)) id, seen from shown where seen <> '' order by lower(seen), id
)
update products set name = seen from first
where products.id = first.id and not exists (
  select from products as other
  where other.archived_at is null and other.id <> first.id and lower(other.name) = lower(seen));
