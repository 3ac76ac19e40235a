import { sql } from 'kysely'
import type { Profile, ProfileChanges } from '#contract/profiles.ts'
import type { Db } from '../../db/index.ts'

/** The profile of an account; fields without a value are empty. */
export async function findProfile(db: Db, email: string): Promise<Profile | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['name', 'email', 'address', 'phone', 'fb_link', 'img'])
    .where('email', '=', email)
    .executeTakeFirst()
  return (
    row && {
      name: row.name,
      email: row.email,
      address: row.address ?? '',
      phone: row.phone ?? '',
      fbLink: row.fb_link ?? '',
      img: row.img ?? '',
    }
  )
}

export async function saveProfile(
  db: Db,
  userId: string,
  { name, fbLink, ...rest }: ProfileChanges,
) {
  const row = { ...rest, fb_link: fbLink }
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ name }).where('id', '=', userId).execute()
    await trx
      .insertInto('profiles')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
      )
      .execute()
  })
}
