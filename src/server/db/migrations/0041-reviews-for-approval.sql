-- A review that waits for the owner's approval is hidden, so that nodes of the previous version do not show it.
alter table reviews add column if not exists waiting_since timestamptz;
alter table reviews add constraint reviews_waiting
  check (waiting_since is null or hidden_at is not null) not valid;
create index if not exists reviews_waiting_for_approval on reviews (id) where waiting_since is not null;
