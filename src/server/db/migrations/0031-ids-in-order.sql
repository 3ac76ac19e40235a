-- Rows of one millisecond stand in the order they were made in: after the version comes the microsecond
-- (RFC 9562, 6.2, method 3). What lists sort by id is then sorted by age.
create or replace function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(us / 1000) from 3)
        || substring(int8send(x'7000'::bigint + us % 1000 * 4096 / 1000) from 7)
      from 1 for 8),
    'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as clock
$$;

-- Never above an id that was made at that moment, whose time is rounded down as well.
create or replace function id_since(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select rpad(lpad(to_hex((extract(epoch from at) * 1000000)::bigint / 1000), 12, '0'), 32, '0')::uuid
$$;
