-- How often somebody did something lately, for all nodes. Worth nothing after a crash, so not logged.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
