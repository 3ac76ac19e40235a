-- What visitors write in the contact form, while CONTACT_EMAIL is set.
create table contact_messages (
  id uuid primary key default new_id(),
  name text not null,
  email text not null,
  phone text not null,
  message text not null,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  -- The admin who said so.
  done_by uuid references users,
  check ((done_at is null) = (done_by is null))
);
create index contact_messages_of_sender on contact_messages (email, created_at);
create index contact_messages_done on contact_messages (done_at) where done_at is not null;

-- Who wants the newsletter: asked for by anybody, true once the mail to the address was answered.
create table newsletter_subscriptions (
  id uuid primary key default new_id(),
  email text not null unique check (email = lower(email)),
  -- In the one mail that asks, and in every mailing: whoever is shown a mailing cannot subscribe with it.
  confirm_token text not null unique,
  unsubscribe_token text not null unique,
  created_at timestamptz not null default now(),
  mailed_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create index newsletter_subscriptions_open on newsletter_subscriptions (mailed_at)
  where confirmed_at is null;
