-- What tells a file that was imported before.
alter table product_imports add column digest text;
