-- What customers are told of their orders by mail. A line of the history asks for the mail in its own
-- transaction, whoever writes the line, nodes of the version before too; a job makes the mail.
create table order_mails (
  order_id uuid not null references orders,
  kind text not null check (kind in
    ('placed', 'lapsed', 'paid', 'shipped', 'refunded', 'partly-refunded')),
  -- The payment that goes back, and how much of it; else empty.
  reference text not null,
  details jsonb not null,
  created_at timestamptz not null default now(),
  -- When the mail went into the outbox, or was found to be for nobody.
  made_at timestamptz,
  primary key (order_id, kind, reference)
);
create index order_mails_open on order_mails (created_at) where made_at is null;

create function ask_for_order_mail() returns trigger language plpgsql as $$
begin
  insert into order_mails (order_id, kind, reference, details)
  values (new.order_id, new.kind, case when new.kind in ('refunded', 'partly-refunded')
      then concat_ws(':', new.details ->> 'intent', new.details ->> 'cents') else '' end, new.details)
  on conflict do nothing;
  return null;
end
$$;
create trigger order_events_mail after insert on order_events
  for each row when (new.kind in
    ('placed', 'lapsed', 'paid', 'shipped', 'refunded', 'partly-refunded'))
  execute function ask_for_order_mail();

-- Where an answer goes to, and how a mailing is left; empty for other mails.
alter table outbox add column reply_to text, add column unsubscribe_url text;
