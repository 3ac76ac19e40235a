-- An account is closed when its erasure is requested, and keeps its row when it is erased, since orders refer to it.
alter table users
  add column erasure_requested_at timestamptz,
  add column erasure_attempts integer not null default 0,
  add column next_erasure_at timestamptz not null default now(),
  add column erased_at timestamptz;
create index if not exists users_in_erasure on users (next_erasure_at)
  where erasure_requested_at is not null and erased_at is null;

-- Hashes of the uids of erased accounts, until no sign-in from before the erasure is valid any longer.
create table erased_identities (
  uid_hash text primary key,
  erased_at timestamptz not null default now()
);

-- The code answers AP401 like a request without a sign-in.
create function guard_erasure() returns trigger language plpgsql as $$
begin
  if old.erased_at is not null then
    raise exception 'an erased account never changes' using errcode = 'AP401';
  end if;
  if new.erasure_requested_at is null or new.deactivated_at is null or new.role <> 'customer' then
    raise exception 'an account never returns from its erasure' using errcode = 'AP401';
  end if;
  return new;
end
$$;
create trigger guard_erasure before update on users
  for each row when (old.erasure_requested_at is not null) execute function guard_erasure();

-- A request that began before the erasure adds nothing after it. The lock waits for an erasure that has begun.
create function refuse_erased_account() returns trigger language plpgsql as $$
begin
  if (select erasure_requested_at is not null from users where id = new.user_id for key share) then
    raise exception 'the account is erased' using errcode = 'AP401';
  end if;
  return new;
end
$$;
create trigger refuse_erased_account before insert on orders
  for each row execute function refuse_erased_account();
create trigger refuse_erased_account before insert on profiles
  for each row execute function refuse_erased_account();
create trigger refuse_erased_account before insert on reviews
  for each row execute function refuse_erased_account();

-- Who ordered, phone and address go together, never while they are needed to ship.
create or replace function guard_delivery() returns trigger language plpgsql as $$
begin
  if old.status = 'unpaid' or (old.status = 'paid' and old.delivery_address is null) then
    return new;
  end if;
  if new.delivery_address is null and new.email = 'order@erased.invalid' and new.status <> 'paid' then
    return new;
  end if;
  raise exception 'a paid order keeps its delivery address' using errcode = 'restrict_violation';
end
$$;

-- Orders with contacts, oldest first, and those of erased accounts among them.
create index if not exists orders_with_person on orders (id)
  where email <> 'order@erased.invalid' or delivery_address is not null;
create index if not exists orders_of_erased on orders (id)
  where email = 'order@erased.invalid' and delivery_address is not null;

create index if not exists outbox_recipient on outbox (recipient);
create index if not exists outbox_reply_to on outbox (reply_to) where reply_to is not null;
