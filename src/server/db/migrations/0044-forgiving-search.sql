-- Search by words: stems in full-text indexes, and a vocabulary of the names for words that are spelled otherwise.
create extension if not exists fuzzystrmatch;

-- The stemmed words of a text, always in the configuration `english`, not in the database's default. Signs of ASCII
-- separate words, so that numbers keep no sign. Expensive for the planner, so that it reads an index of it rather
-- than every row.
create or replace function search_stems(text) returns tsvector
  language sql immutable strict parallel safe cost 1000 as $$
  select to_tsvector('pg_catalog.english',
    regexp_replace(lower($1), '[\x01-\x2f\x3a-\x60\x7b-\x7f]+', ' ', 'g'))
$$;

-- The stems of a term in their order, with spaces between them: what two spellings of a term have in common.
create or replace function search_key(text) returns text
  language sql immutable strict parallel safe as $$
  select coalesce(string_agg(coalesce(
    (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1], word), ' ' order by n), '')
  from regexp_split_to_table(lower($1), '[\x01-\x2f\x3a-\x60\x7b-\x7f\s]+') with ordinality as split(word, n)
  where word <> ''
$$;

create index if not exists products_name_stems on products
  using gin (search_stems(name)) where archived_at is null;
create index if not exists products_text_stems on products
  using gin (search_stems(name || ' ' || description)) where archived_at is null;

-- The words of names and synonyms, and two or three of them written as one: `sparkplug` for `spark plug`. A row may
-- occur twice, since a unique index would let simultaneous imports wait for each other.
create table search_words (
  id bigint generated always as identity primary key,
  word text not null,
  spelled text not null,
  stem text not null generated always as (search_key(word)) stored,
  sound text not null generated always as (public.dmetaphone(public.search_key(word))) stored
);
create index search_words_of_stem on search_words (stem);
create index search_words_of_sound on search_words (sound);
create index search_words_alike on search_words using gist (word gist_trgm_ops(siglen = 32));

-- Words without digits, of 3 to 30 letters. Words such as `and` are no part of them.
create or replace function vocabulary_of(text) returns table (word text, spelled text)
  language sql immutable strict parallel safe as $$
  with split as (
    select word, lead(word) over place as next, lead(word, 2) over place as last
    from regexp_split_to_table(lower($1), '[\x01-\x2f\x3a-\x60\x7b-\x7f\s]+') with ordinality as split(word, n)
    where word <> '' and to_tsvector('pg_catalog.english', word) <> ''
    window place as (order by n)
  ), spelled as (
    select word, word as spelled from split
    union all
    select word || next, concat_ws(' ', word, next) from split
    union all
    select word || next || last, concat_ws(' ', word, next, last) from split
  )
  select distinct word, spelled from spelled where length(word) between 3 and 30 and word !~ '\d'
$$;

create or replace function add_search_words(texts text[]) returns void language sql as $$
  insert into public.search_words (word, spelled)
  select distinct word, spelled from unnest(texts) as text, public.vocabulary_of(text) as found
  where not exists (
    select from public.search_words as known
    where known.stem = public.search_key(found.word) and known.spelled = found.spelled)
$$;

create or replace function add_new_names() returns trigger language plpgsql as $$
begin
  perform public.add_search_words(array(select name from added));
  return null;
end
$$;
create or replace function add_changed_name() returns trigger language plpgsql as $$
begin
  perform public.add_search_words(array[new.name]);
  return null;
end
$$;
create trigger search_words_of_new_names after insert on products
  referencing new table as added for each statement execute function add_new_names();
create trigger search_words_of_changed_names after update of name on products
  for each row when (old.name is distinct from new.name) execute function add_changed_name();

-- Terms that mean the same. Those of the trade ship with the shop: `trade_key` names them in its list.
create or replace function search_keys(terms text[]) returns text[]
  language sql immutable strict parallel safe as $$
  select array_agg(public.search_key(term)) from unnest(terms) as term
$$;
create table search_synonyms (
  id uuid primary key default new_id(),
  trade_key text unique,
  -- Terms of a kind of products mean the kind, not each other.
  kind text,
  terms text[] not null check (cardinality(terms) between 1 and 20),
  keys text[] not null generated always as (search_keys(terms)) stored,
  -- A removed row stays, so that the list of the trade does not bring it back.
  removed_at timestamptz,
  changed_at timestamptz not null default now()
);
create index search_synonyms_keys on search_synonyms using gin (keys) where removed_at is null;

create or replace function add_synonym_words() returns trigger language plpgsql as $$
begin
  perform public.add_search_words(new.terms);
  return null;
end
$$;
create trigger search_words_of_synonyms after insert or update of terms on search_synonyms
  for each row execute function add_synonym_words();

-- Who changed which synonyms. Not part of admin_actions: nodes of the previous version read those.
create table synonym_changes (
  id bigint generated always as identity primary key,
  synonym_id uuid not null references search_synonyms,
  actor text not null,
  request_id text,
  action text not null check (action in ('added', 'changed', 'removed')),
  before text[] not null,
  after text[] not null,
  created_at timestamptz not null default now()
);
create trigger synonym_changes_append_only before update or delete or truncate on synonym_changes
  for each statement execute function refuse_change();

-- Searches that found nothing, by day, without who searched.
create table search_misses (
  day date not null,
  text text not null check (length(text) between 1 and 60),
  count integer not null default 1 check (count > 0),
  last_at timestamptz not null default now(),
  primary key (day, text)
);
create index search_misses_once on search_misses (day, last_at) where count = 1;
