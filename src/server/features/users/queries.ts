import { sql } from 'kysely'
import type { PageQuery } from '#contract/fields.ts'
import type { User } from '#contract/users.ts'
import type { Db } from '../../db/index.ts'
import { containing } from '../../db/search.ts'

export async function listUsers(
  db: Db,
  { after, limit, q }: Pick<PageQuery, 'after' | 'q'> & { limit: number },
): Promise<User[]> {
  let query = db
    .selectFrom('users')
    .select(['id as _id', 'email', 'name', 'role', 'email_verified as verified'])
    .select(sql<boolean>`deactivated_at is null`.as('active'))
    .orderBy('id')
    .limit(limit)
  if (after) query = query.where('id', '>', after)
  if (q) query = query.where((where) => containing(where, ['email', 'name'], q))
  return query.execute()
}

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'email_verified', 'deactivated_at'])
    .where('email', '=', email)
    .executeTakeFirst()
