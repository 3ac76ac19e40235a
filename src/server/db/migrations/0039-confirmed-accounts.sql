-- Browsers in which an account was signed in to. Their cookie holds a random token, of which only the hash is kept.
create table identity.known_browser (
  token_hash text not null,
  user_id text not null references identity."user" ("id") on delete cascade,
  seen_at timestamptz not null default current_timestamp,
  primary key (token_hash, user_id)
);
create index known_browser_of_user on identity.known_browser (user_id, seen_at);

-- Whether the e-mail address was verified when the session began; null for sessions of version 0.1.0.
alter table identity."session" add column "verifiedAtSignIn" boolean;

-- A new reset link voids the older ones of the account. Other rows may be too long for an index.
create index if not exists reset_link_of_user on identity."verification" ("value")
  where "identifier" like 'reset-password:%';
