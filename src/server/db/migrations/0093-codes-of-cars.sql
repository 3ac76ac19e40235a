-- How others call a car, such as the BaseVehicle of VCdb or a K-Type. Only the owner's own lists fill it.
create table vehicle_codes (
  scheme text not null check (scheme in ('vcdb', 'ktype', 'kba', 'epid', 'own')),
  code text not null check (length(code) between 1 and 40),
  model_id integer not null references vehicle_models,
  year_from smallint not null,
  year_to smallint not null,
  -- The engine, as far as the code says which; as in `fitments`.
  decilitres smallint check (decilitres between 1 and 200),
  cylinders smallint check (cylinders between 1 and 16),
  fuel text check (fuel in ('petrol', 'diesel', 'electric', 'hybrid', 'flex', 'gas')),
  check (year_from between 1886 and 2100 and year_from <= year_to and year_to <= 2100),
  unique nulls not distinct (scheme, code, model_id, year_from, year_to, decilitres, cylinders, fuel)
);

-- With the engine, so that a list for a car reads no rows of the table for it.
drop index fitments_of_model;
create index if not exists fitments_of_model on fitments (model_id, kind, year_to, year_from)
  include (product_id, decilitres, cylinders, fuel);
