-- The rating of a product counts reviews of buyers and of accounts with a confirmed address (docs/decisions/0118), so that
-- stars cannot be had for a made-up address. Triggers, so that nodes of the previous version keep the ratings too.
create function count_ratings_of(reviewed uuid[]) returns void language plpgsql as $$
begin
  insert into product_ratings (product_id, ratings, stars)
  select distinct id, 0, 0 from unnest(reviewed) as id where id is not null order by id
  on conflict (product_id) do update set ratings = product_ratings.ratings;

  -- A second statement: its snapshot is from after the locks of the first.
  update product_ratings as r set (ratings, stars) = (
    select count(*), coalesce(sum(rating), 0) from reviews
    where reviews.product_id = r.product_id and hidden_at is null
      and (is_verified or (select email_verified from users where users.id = reviews.user_id)))
  where r.product_id = any (reviewed);
end
$$;

create or replace function count_ratings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_ratings_of(array(select product_id from added));
  elsif tg_op = 'DELETE' then
    perform count_ratings_of(array(select product_id from removed));
  else
    -- A review can move to another product.
    perform count_ratings_of(array(select product_id from added union select product_id from removed));
  end if;
  return null;
end
$$;

create function count_ratings_of_account() returns trigger language plpgsql as $$
begin
  perform count_ratings_of(array(select product_id from reviews where user_id = new.id));
  return null;
end
$$;

create trigger count_ratings_of_account after update of email_verified on users
  for each row when (old.email_verified is distinct from new.email_verified)
  execute function count_ratings_of_account();

select count_ratings_of(array(
  select product_id from reviews join users on users.id = reviews.user_id
  where not is_verified and not email_verified and hidden_at is null));
