import { sql } from 'kysely'
import type { GarageCar } from '#contract/garage-car.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'

/** The cars that an account keeps; without a version if it keeps none. */
export async function readGarage(db: Db, userId: string) {
  const row = await db
    .selectFrom('garages')
    .select(['version', 'cars'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { version: null, cars: [] }
}

interface Kept {
  cars: readonly GarageCar[]
  /** The version that is replaced; undefined if the account kept none. */
  seen?: string | undefined
}

/** Stores the cars of an account, unless another device has changed or removed them meanwhile. */
export async function keepGarage(db: Db, userId: string, { cars, seen }: Kept) {
  const row = { cars: sql<GarageCar[]>`${JSON.stringify(cars)}::jsonb` }
  const stored = seen
    ? await db
        .updateTable('garages')
        .set({ ...row, version: sql<string>`new_id()`, updated_at: sql<Date>`now()` })
        .where('user_id', '=', userId)
        .where('version', '=', seen)
        .returning('version')
        .executeTakeFirst()
    : await db
        .insertInto('garages')
        .values({ ...row, user_id: userId })
        // A repeated request, whose first answer was lost, gets the same one.
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ version: sql`garages.version` })
            .whereRef('garages.cars', '=', 'excluded.cars'),
        )
        .returning('version')
        .executeTakeFirst()
  if (!stored) throw new AppError('changed-meanwhile')
  return stored
}

export async function removeGarage(db: Db, userId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('garages')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { deletedCount: Number(numDeletedRows) }
}
