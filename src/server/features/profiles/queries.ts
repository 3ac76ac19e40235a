import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Profile, ProfileChanges, ProfileFields } from '#contract/profiles.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'

const selectProfiles = (db: Db | Transaction<Schema>) =>
  db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['name', 'email', 'address', 'phone', 'fb_link', 'img'])

type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>['executeTakeFirstOrThrow']>>

const toProfile = (row: ProfileRow): Profile => ({
  name: row.name,
  email: row.email,
  address: row.address ?? '',
  phone: row.phone ?? '',
  fbLink: row.fb_link ?? '',
  img: row.img ?? '',
})

/** The profile of an account; fields without a value are empty. */
export async function findProfile(db: Db, email: string): Promise<Profile | undefined> {
  const row = await selectProfiles(db).where('email', '=', email).executeTakeFirst()
  return row && toProfile(row)
}

/**
 * Stores a profile. A field that is as the caller has seen it keeps what is stored: another device may have changed it
 * since.
 */
export async function saveProfile(
  db: Db,
  userId: string,
  { seen, ...changes }: ProfileChanges & { seen?: ProfileFields | undefined },
) {
  await db.transaction().execute(async (trx) => {
    // Read after the lock: a joined row would be read as it was before the wait.
    await trx.selectFrom('users').where('id', '=', userId).forNoKeyUpdate().execute()
    const stored = await selectProfiles(trx)
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow()
    const { name, fbLink, ...rest } = seen
      ? keepUnchanged(toProfile(stored), seen, changes)
      : changes
    const row = { ...rest, fb_link: fbLink }
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

const keepUnchanged = (
  stored: ProfileFields,
  seen: ProfileFields,
  changes: ProfileChanges,
): ProfileChanges => {
  const kept = (field: keyof ProfileFields) =>
    changes[field] === seen[field] ? stored[field] : changes[field]
  return {
    name: kept('name'),
    address: kept('address'),
    phone: kept('phone'),
    fbLink: kept('fbLink'),
    img: kept('img'),
  }
}
