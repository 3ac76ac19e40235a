import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { stockAlertsMax } from '#contract/alerts.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'

interface Wait {
  userId: string
  productId: string
}

/** Whether the account waits for the product. */
export async function isWaiting(db: Db, { userId, productId }: Wait): Promise<boolean> {
  await refuseMissing(db, productId)
  const alert = await db
    .selectFrom('stock_alerts')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  return alert !== undefined
}

/** Starts to wait for a product, again if the last wait has ended. Repeating it changes nothing. */
export function addAlert(db: Db, { userId, productId }: Wait) {
  return db.transaction().execute(async (trx) => {
    await refuseMissing(trx, productId)
    // Serializes the calls of one account, so that its limit holds.
    await sql`select pg_advisory_xact_lock(hashtext('stock-alerts'), hashtext(${userId}))`.execute(
      trx,
    )
    const others = await trx
      .selectFrom('stock_alerts')
      .select('id')
      .where('user_id', '=', userId)
      .where('product_id', '<>', productId)
      .where('mailed_at', 'is', null)
      .limit(stockAlertsMax)
      .execute()
    if (others.length >= stockAlertsMax) {
      const detail = `You can have at most ${stockAlertsMax} back-in-stock alerts`
      throw new AppError('too-many-alerts', { detail })
    }
    const unsubscribe_token = randomBytes(24).toString('base64url')
    await trx
      .insertInto('stock_alerts')
      .values({ user_id: userId, product_id: productId, unsubscribe_token })
      .onConflict((conflict) =>
        conflict
          .constraint('stock_alerts_once')
          .doUpdateSet({ asked_at: sql<Date>`now()`, mailed_at: null, unsubscribe_token })
          .where('stock_alerts.mailed_at', 'is not', null),
      )
      .execute()
  })
}

export async function removeAlert(db: Db, { userId, productId }: Wait) {
  await refuseMissing(db, productId)
  await db
    .deleteFrom('stock_alerts')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .execute()
}

/** Ends all waits of the account that got the mail with this token. */
export async function endAlerts(db: Db, token: string) {
  await db
    .deleteFrom('stock_alerts')
    .where('user_id', 'in', (owner) =>
      owner.selectFrom('stock_alerts').select('user_id').where('unsubscribe_token', '=', token),
    )
    .execute()
}

async function refuseMissing(db: Db, productId: string) {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!product) throw new AppError('not-found')
}
