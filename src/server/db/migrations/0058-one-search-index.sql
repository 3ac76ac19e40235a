-- One index has everything that a condition of a search compares: stems of the name, stems of all words, and beginnings of
-- words. With an index for each, the planner may read one of them and compare all its rows, since it sees none of the words.
create index if not exists products_search on products
  using gin (search_stems(name), search_stems(name || ' ' || description || coalesce(' ' || brand, '')), word_starts(name))
  where archived_at is null;
create index if not exists products_search_sample on products
  using gin (search_stems(name), search_stems(name || ' ' || description || coalesce(' ' || brand, '')), word_starts(name))
  where archived_at is null and right(id::text, 1) = '0';
drop index if exists products_name_stems, products_words_stems;
drop index if exists products_name_sample, products_starts_sample, products_words_sample;
