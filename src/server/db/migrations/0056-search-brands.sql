-- Searches find a product by its brand too, like by its description.
create index if not exists products_words_stems on products
  using gin (search_stems(name || ' ' || description || coalesce(' ' || brand, ''))) where archived_at is null;
drop index if exists products_text_stems;
create index if not exists products_words_sample on products
  using gin (search_stems(name || ' ' || description || coalesce(' ' || brand, '')))
  where archived_at is null and right(id::text, 1) = '0';
