-- The first one and two letters or digits of every word: what a search for fewer than three looks up.
-- Dear, so that the planner reads an index of it rather than every row.
create or replace function word_starts(text) returns text[]
  language sql immutable strict parallel safe cost 1000 as $$
  select coalesce(array_agg(distinct left(word, length)), '{}')
  from regexp_split_to_table(lower($1), '[^[:alnum:]]+') as word, generate_series(1, 2) as length
  where word <> ''
$$;
create index if not exists products_word_starts on products using gin (word_starts(name));

-- The admins' lists of products taken out of the shop and of messages are searched like all others.
create index if not exists products_archived_words on products
  using gin (name gin_trgm_ops, description gin_trgm_ops) where archived_at is not null;
create index if not exists products_archived_part_keys on products
  using gin (part_key(part_number) gin_trgm_ops) where archived_at is not null and part_number is not null;
create index if not exists contact_messages_words on contact_messages
  using gin (name gin_trgm_ops, email gin_trgm_ops, message gin_trgm_ops);
