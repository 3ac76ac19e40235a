-- A new password ends every sign-in of before, wherever its tokens are.
alter table users add column signed_out_before timestamptz;
