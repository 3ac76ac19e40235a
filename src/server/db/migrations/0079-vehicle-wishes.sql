-- Cars for which a list of parts was empty, by day, without who asked.
create table vehicle_wishes (
  day date not null,
  model_id integer not null references vehicle_models,
  year smallint not null,
  -- The kind of parts that was asked for; null for all.
  kind text,
  count integer not null check (count > 0),
  unique nulls not distinct (day, model_id, year, kind)
);
