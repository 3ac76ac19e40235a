-- True of every text, and dear in the eyes of the planner, which takes looking through a text for as
-- cheap as comparing numbers: beside a search it keeps it from looking through row after row where an
-- index knows the few that match. It runs last, so for those alone.
create or replace function dear_to_search(text) returns boolean
  language plpgsql immutable parallel safe cost 400 as $$
begin
  return true;
end
$$;
