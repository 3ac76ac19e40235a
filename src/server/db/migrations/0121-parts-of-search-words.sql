-- The words that contain a part (like '%lamp%'). With a list of pending words the planner would take the index for similar
-- words, which reads ten times as long.
create index if not exists search_words_parts on search_words using gin (word gin_trgm_ops) with (fastupdate = off)
  where spelled = word;
