-- Every sixteenth product by the end of its id, which is random. What a frequent word finds is looked up among
-- these, since an index lists all rows with a word before the first one is read.
create index if not exists products_name_sample on products
  using gin (search_stems(name)) where archived_at is null and right(id::text, 1) = '0';
create index if not exists products_starts_sample on products
  using gin (word_starts(name)) where archived_at is null and right(id::text, 1) = '0';

-- Beginnings of words in the admins' list of products that were taken out of the shop.
create index if not exists products_archived_starts on products
  using gin (word_starts(name)) where archived_at is not null;
