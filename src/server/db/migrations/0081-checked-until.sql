-- How far the check of recent invariants has come: it has seen all rows of the transactions that began before.
alter table job_runs add column checked_until timestamptz;
