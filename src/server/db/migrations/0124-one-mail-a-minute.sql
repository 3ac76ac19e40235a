-- When a customer was last mailed about a kind of events: those of the next minute go into one mail (docs/decisions/0119).
-- Without a reference to the account, since a row is of use for a minute.
create table order_mail_pauses (
  user_id uuid not null,
  kind text not null,
  mailed_at timestamptz not null default now(),
  primary key (user_id, kind)
);
