import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'

export type Account = { email: string; name: string }

export const sampleAccounts: Account[] = [
  { email: 'mia.hart@example.com', name: 'Mia Hart' },
  { email: 'noah.lind@example.com', name: 'Noah Lind' },
  { email: 'ada.olsen@example.com', name: 'Ada Olsen' },
  { email: 'uma.reed@unverified.example', name: 'Uma Reed' },
]

/** A real provider can have accounts with addresses that it has not verified. */
export const isVerified = ({ email }: Account) =>
  !email.toLowerCase().endsWith('@unverified.example')

/** The subject (`sub`) of an address: a number, as at Google. */
export function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return BigInt(`0x${hash}`).toString().slice(0, 21)
}

/** Stores the account that signs in; returns its subject. */
export function saveAccount(db: Database, { email, name }: Account): string {
  const sub = subjectOf(email)
  db.prepare(
    `insert into google_accounts (sub, email, name) values (?, ?, ?)
      on conflict (sub) do update set name = excluded.name`,
  ).run(sub, email, name)
  return sub
}

export function findAccount(db: Database, sub: string): Account | undefined {
  const row = db.prepare('select email, name from google_accounts where sub = ?').get(sub)
  return row && { email: String(row['email']), name: String(row['name']) }
}
