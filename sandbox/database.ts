import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Database = DatabaseSync

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = normal;

  create table if not exists objects (
    seq integer primary key,
    id text not null unique,
    type text not null,
    created integer not null,
    body text not null
  ) strict;
  create index if not exists objects_by_type on objects (type, seq);

  create table if not exists idempotent_answers (
    key text primary key,
    endpoint text not null,
    parameters text not null,
    status integer not null,
    body text not null
  ) strict;

  create table if not exists deliveries (
    id integer primary key,
    body text not null,
    attempts integer not null default 0,
    due_at integer not null
  ) strict;

  create table if not exists mails (
    id integer primary key,
    recipient text not null collate nocase,
    mail text not null
  ) strict;

  create table if not exists google_accounts (
    sub text primary key,
    email text not null,
    name text not null
  ) strict;

  create table if not exists google_records (
    model text not null,
    id text not null,
    grant_id text,
    expires_at integer,
    payload text not null,
    primary key (model, id)
  ) strict;

  create table if not exists settings (name text primary key, value text not null) strict;
`

/** Opens the state of the sandbox: an SQLite file in `dataDir`, or a database in memory for ':memory:'. */
export function openDatabase(dataDir: string): Database {
  if (dataDir !== ':memory:') mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(dataDir === ':memory:' ? dataDir : join(dataDir, 'sandbox.sqlite'))
  db.exec(schema)
  return db
}

/** Runs `work` in a transaction. */
export function transaction<T>(db: Database, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

/** A value that is created once and then stored. */
export async function setting(db: Database, name: string, create: () => Promise<string>) {
  const stored = db.prepare('select value from settings where name = ?').get(name)
  if (stored) return String(stored['value'])
  const value = await create()
  db.prepare('insert into settings (name, value) values (?, ?)').run(name, value)
  return value
}
