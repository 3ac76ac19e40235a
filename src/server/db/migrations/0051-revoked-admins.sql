-- Hashes of the addresses whose admin rights were revoked. The configuration does not give these rights back, not
-- even to another account with the address: an account can be erased, or change its address.
create table revoked_admins (
  email_hash text primary key,
  revoked_at timestamptz not null default now()
);
insert into revoked_admins (email_hash)
select encode(sha256(convert_to(email, 'UTF8')), 'hex') from users
where id in (select target from admin_actions where action = 'revoke-admin')
on conflict do nothing;
