import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { sqlName, storedTables } from '../../retention/personal-data.ts'

/** Whose data is read or erased. */
export interface Person {
  /** Null without an account in the shop. */
  id: string | null
  uid: string
  email: string
  isVerified: boolean
}

export interface AccountOwner extends Person {
  id: string
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

export async function findPerson(
  db: Db,
  by: 'id' | 'email',
  value: string,
): Promise<AccountOwner | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'uid', 'email', 'email_verified as isVerified', 'erased_at as erasedAt'])
    .where(by, '=', value)
    .executeTakeFirst()
  return row?.erasedAt ? undefined : row
}

/** Somebody whom only the embedded sign-in knows, such as after a sign-up whose answer was lost. */
export async function findAtSignIn(db: Db, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select null as id, id as uid, email, "emailVerified" as "isVerified" from identity."user"
    where email = ${email} and not exists (select from users where uid = "user".id)`.execute(db)
  return rows[0]
}

/** Opens the account that the first sign-in would have opened, so that it is erased like any other. */
export async function openForErasure(db: Db, { uid, email, isVerified }: Person): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ uid, issuer: '', email, email_verified: isVerified })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ uid }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
