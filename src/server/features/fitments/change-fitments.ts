import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { engineText } from '#contract/vehicles/engines.ts'
import type {
  Fitment,
  FitmentsChange,
  ManagedFitments,
  ShownFitment,
  StoredFitment,
} from '#contract/fitments/fitments.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { findManagedFitments, fitmentText } from './product-fitments.ts'
import { findModels, insertFitments } from './store-fitments.ts'

/**
 * Replaces what a product fits, unless it is not what the admin saw. Throws `invalid` with an error for each car
 * whose make and model are not known.
 */
export const changeFitments = (
  db: Db,
  actor: Actor,
  { id, seen, isUniversal, fitments }: FitmentsChange & { id: string },
): Promise<ManagedFitments> =>
  db.transaction().execute(async (trx) => {
    // Locked by statements of their own: one that waits for a lock reads the fitments as they were. An import of
    // fitments holds the second lock until its end.
    await trx.selectFrom('products').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    await sql`select pg_advisory_xact_lock_shared(hashtext('fitments'))`.execute(trx)
    const before = await found(trx, id)
    const models = await knownModels(trx, fitments)
    if (isSame(before, { isUniversal, fitments })) return before
    if (before.version !== seen) throw new AppError('changed-meanwhile')

    // In this order, since a product that fits every car has no fitments.
    await trx.deleteFrom('fitments').where('product_id', '=', id).execute()
    if (isUniversal !== before.isUniversal) {
      await trx
        .updateTable('products')
        .set({ is_universal: isUniversal })
        .where('id', '=', id)
        .execute()
    }
    await insertFitments(trx, id, models)
    const after = await found(trx, id)
    await recordAdminAction(trx, actor, {
      action: 'change-product',
      target: id,
      before: loggedWithout(before, after),
      after: loggedWithout(after, before),
    })
    return after
  })

async function found(db: Db, id: string): Promise<ManagedFitments> {
  const fitments = await findManagedFitments(db, id)
  if (!fitments) throw new AppError('not-found')
  return fitments
}

interface Fits {
  isUniversal: boolean
  fitments: readonly StoredFitment[]
}

const isSame = (one: Fits, other: Fits) =>
  one.isUniversal === other.isUniversal &&
  one.fitments.length === other.fitments.length &&
  without(one, other).length === 0

/** The fitments of one side that the other lacks. */
function without<F extends StoredFitment>(one: { fitments: readonly F[] }, other: Fits): F[] {
  const known = new Set(other.fitments.map(fitmentText))
  return one.fitments.filter((fitment) => !known.has(fitmentText(fitment)))
}

async function knownModels(trx: Transaction<Schema>, fitments: readonly Fitment[]) {
  const found = await findModels(trx, fitments)
  const errors = found.flatMap(({ modelId }, index) =>
    modelId === undefined
      ? { field: `fitments.${index}.model`, message: 'Unknown make or model' }
      : [],
  )
  if (errors.length > 0) throw new AppError('invalid', { errors })
  return found
}

/** The most cars that one entry of the audit log names. */
const loggedMax = 20

/** What the audit log says of one side of a change: the cars that the other side lacks. */
function loggedWithout(one: ManagedFitments, other: ManagedFitments) {
  const cars = without(one, other).map(carsText)
  const rest = cars.length - loggedMax
  const shown = [...cars.slice(0, loggedMax), ...(rest > 0 ? [`${rest} more`] : [])]
  return {
    ...(one.isUniversal !== other.isUniversal && { is_universal: one.isUniversal }),
    ...(cars.length > 0 && { fits: shown.join('; ') }),
  }
}

/** `Volkswagen Golf 2010–2014, 2.5 L petrol, front, 2 per car, not for the GTI`. */
function carsText(fitment: ShownFitment) {
  const { makeName, modelName, yearFrom, yearTo, position, perCar, note } = fitment
  const years = yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`
  return [
    `${makeName} ${modelName} ${years}`,
    engineText(fitment),
    position,
    perCar && `${perCar} per car`,
    note,
  ]
    .filter(Boolean)
    .join(', ')
}
