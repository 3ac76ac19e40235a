import { CompiledQuery } from 'kysely'
import type { Db } from '../../db/index.ts'
import { sqlName, storedTables } from '../../retention/personal-data.ts'

/** The account whose data is read or erased. */
export interface Person {
  id: string
  uid: string
  email: string
  isVerified: boolean
}

/** The parameters of `rows.of` in the list of stored tables. */
export const parametersOf = ({ id, uid, email, isVerified }: Person) => [
  id,
  uid,
  isVerified ? email : null,
]

/** Gives each parameter a type, whether a condition uses it or not. */
const typed = 'num_nulls($1::uuid, $2::text, $3::text) >= 0'

export const ofPerson = (condition: string) => `${typed} and (${condition})`

export async function findPerson(db: Db, by: 'id' | 'email', value: string) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'uid', 'email', 'email_verified as isVerified', 'erased_at as erasedAt'])
    .where(by, '=', value)
    .executeTakeFirst()
  return row?.erasedAt ? undefined : row
}

/** Deletes the rows of an account, and removes it from the rows that stay. */
export async function eraseRows(trx: Db, person: Person) {
  // In the order of the list: rows of the identity provider are found by its account, which is last.
  for (const [table, { rows, erase }] of Object.entries(storedTables)) {
    if (!erase || !rows || rows === 'orderRows') continue
    const change =
      erase === 'delete'
        ? `delete from ${sqlName(table)}`
        : `update ${sqlName(table)} set ${assignments(erase)}`
    const text = `${change} where ${ofPerson(rows.of)}`
    await trx.executeQuery(CompiledQuery.raw(text, parametersOf(person)))
  }
}

const assignments = (erase: Readonly<Record<string, string>>) =>
  Object.entries(erase)
    .map(([column, value]) => `"${column}" = ${value}`)
    .join(', ')

/** The number of rows about an account in each table, with the consequence of an erasure. */
export async function countRows(db: Db, person: Person) {
  const counts = []
  for (const [table, { rows, whenErased }] of Object.entries(storedTables)) {
    if (!rows || rows === 'orderRows') continue
    const text = `select count(*) as count from ${sqlName(table)} where ${ofPerson(rows.of)}`
    const found = await db.executeQuery<{ count: number }>(
      CompiledQuery.raw(text, parametersOf(person)),
    )
    counts.push({ table, count: found.rows[0]?.count ?? 0, whenErased })
  }
  return counts
}
