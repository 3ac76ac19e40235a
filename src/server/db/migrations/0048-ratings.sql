-- The shown reviews of each product: their number, and the sum of their stars. A table beside `products`, so that
-- a review neither locks a product that is being ordered nor writes a version of its row.
create table product_ratings (
  product_id uuid primary key references products,
  ratings integer not null check (ratings >= 0),
  stars integer not null check (stars >= 0)
);

-- Counts the reviews of the changed products again. A trigger, so that nodes of the previous version keep the
-- ratings too. Counting again is right after any number of simultaneous changes, since the second statement has
-- a snapshot from after the locks of the first one. Locks are taken in the order of the ids.
create function count_ratings() returns trigger language plpgsql as $$
declare
  reviewed uuid[];
begin
  if tg_op = 'INSERT' then
    reviewed := array(select product_id from added);
  elsif tg_op = 'DELETE' then
    reviewed := array(select product_id from removed);
  else
    -- A review can move to another product.
    reviewed := array(select product_id from added union select product_id from removed);
  end if;

  insert into product_ratings (product_id, ratings, stars)
  select distinct id, 0, 0 from unnest(reviewed) as id where id is not null order by id
  on conflict (product_id) do update set ratings = product_ratings.ratings;

  update product_ratings as r set (ratings, stars) = (
    select count(*), coalesce(sum(rating), 0) from reviews
    where reviews.product_id = r.product_id and hidden_at is null)
  where r.product_id = any (reviewed);
  return null;
end
$$;

create trigger count_added_ratings after insert on reviews
  referencing new table as added for each statement execute function count_ratings();
create trigger count_removed_ratings after delete on reviews
  referencing old table as removed for each statement execute function count_ratings();
create trigger count_changed_ratings after update on reviews
  referencing old table as removed new table as added
  for each statement execute function count_ratings();

insert into product_ratings (product_id, ratings, stars)
select product_id, count(*), sum(rating) from reviews
where product_id is not null and hidden_at is null group by product_id;
