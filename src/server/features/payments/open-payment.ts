import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { toCents, toDollars } from '#contract/fields.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import type { Intent } from '../../services/cards.ts'
import type { Shop } from '../../shop.ts'
import { inMinutes, lockOrder, recordEvent, renewRound, takeStock } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { announceIntent, findRoundIntent, recordIntent } from './intents.ts'

interface OpenPayment {
  userId: string
  price: number
  order?: string | undefined
}

/**
 * Opens the payment of an order and returns its intent: the same one on every call, until a deletion
 * or a lapsed hold has closed it. A lapsed hold is taken again first, or refused.
 */
export async function openPayment(shop: Shop, request: OpenPayment): Promise<Intent> {
  const { database, cards, config } = shop
  const id = request.order ?? (await findOrderByTotal(database.db, request))
  const round = await database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.user_id !== request.userId || order.deleted_at) {
      throw new AppError('not-found')
    }
    if (order.status !== 'unpaid') throw new AppError('already-paid')
    if (order.total_cents !== toCents(request.price)) {
      throw new AppError('price-changed', { currentTotal: toDollars(order.total_cents) })
    }
    const current = await payableRound(trx, order, config.ORDER_HOLD_MINUTES)
    await announceIntent(trx, { orderId: id, round: current })
    return { current, totalCents: order.total_cents }
  })

  const known = await findRoundIntent(database.db, { orderId: id, round: round.current })
  const intent =
    (known?.intent_id && (await cards.findIntent(known.intent_id))) ||
    (await cards.intentFor({ id, round: round.current, totalCents: round.totalCents }))
  await recordIntent(database.db, intent)
  shop.kept.clear()
  return intent
}

/** The round that can be paid: the current one, or a new one if its units or its payment are gone. */
async function payableRound(trx: Transaction<Schema>, order: LockedOrder, holdMinutes: number) {
  const intent = await findRoundIntent(trx, { orderId: order.id, round: order.hold_round })
  if (order.held_until && intent?.status !== 'canceled') return order.hold_round
  if (order.held_until) {
    await renewRound(trx, order)
    return order.hold_round + 1
  }
  await refuseStaleHold(trx, order)
  await trx
    .updateTable('orders')
    .set({ held_until: inMinutes(holdMinutes) })
    .where('id', '=', order.id)
    .execute()
  await recordEvent(trx, { order_id: order.id, kind: 'held', actor: order.user_id })
  return order.hold_round + 1
}

/** Once the hold has lapsed, today's price and stock count again. */
async function refuseStaleHold(trx: Transaction<Schema>, order: LockedOrder) {
  const product = await trx
    .selectFrom('products')
    .select(['price_cents', 'quantity'])
    .where('id', '=', order.product_id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (product && product.price_cents !== order.unit_price_cents) {
    throw new AppError('price-changed', {
      currentTotal: toDollars(product.price_cents * order.quantity),
    })
  }
  if (!product || !(await takeStock(trx, order))) {
    throw new AppError('insufficient-stock', { available: product?.quantity ?? 0 })
  }
}

/** Older clients name the total only: it must fit exactly one unpaid order of theirs. */
async function findOrderByTotal(db: Db, { userId, price }: OpenPayment): Promise<string> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'unpaid')
    .where('deleted_at', 'is', null)
    .where('total_cents', '=', sql<number>`${toCents(price)}`)
    .limit(2)
    .execute()
  const [row] = rows
  if (!row) throw new AppError('not-found')
  if (rows.length > 1) throw new AppError('ambiguous-order')
  return row.id
}
