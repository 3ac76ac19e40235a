-- What the check of a file read as other cars than it names, for the admin; null and empty of files checked before.
alter table fitment_import_rows add column remark text;
alter table fitment_imports add column remarks jsonb not null default '[]';
