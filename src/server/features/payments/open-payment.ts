import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { orderSums } from '#contract/shared/shipping.ts'
import type { User } from '../../http/access.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Intent } from '../../services/cards/cards.ts'
import type { Shop } from '../../shop.ts'
import { reservationLimitOf, requireFreeReservation } from '../orders/reservation-limit.ts'
import { inMinutes, lockOrder, recordEvents } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { renew, reserve } from '../stock/reservations.ts'
import { refuseCardTesting } from './card-testing.ts'
import { closeOrder } from './close-order.ts'
import {
  registerAttempt,
  findAttemptIntent,
  forgetIntent,
  giveUpIntent,
  recordIntent,
} from './intents.ts'
import { settle } from './settle.ts'

interface OpenPayment {
  user: Pick<User, 'id' | 'isVerified'>
  price: number
  order?: string | undefined
}

const maxTries = 3

/**
 * Opens the payment of an order and returns its intent: the same one on every call, until a deletion
 * or a lapsed hold has closed it. A lapsed hold is taken again first, or refused.
 */
export async function openPayment(shop: Shop, request: OpenPayment): Promise<Intent> {
  const id = request.order ?? (await findOrderByTotal(shop.database.db, request))
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const round = await openAttempt(shop, id, request)
    if (!round) {
      // The hold ran out a moment ago: it ends before a new one starts, so that nothing closes this one.
      await closeOrder(shop, id, { kind: 'lapsed' })
      continue
    }
    const intent = await intentOfAttempt(shop, round)
    if (!intent) {
      await giveUpIntent(shop.database.db, { orderId: id, round: round.round })
      continue
    }
    if (intent.status === 'succeeded') {
      await settle(shop, intent.id)
      throw new AppError('already-paid')
    }
    const isOurs = await recordIntent(shop.database.db, intent)
    if (isOurs && intent.status !== 'canceled') return intent
  }
  throw new AppError('unavailable', { detail: 'The order is being changed right now' })
}

interface Round {
  id: string
  round: number
  totalCents: number
}

/** Makes the order ready to be paid; undefined when its hold has run out but is not closed yet. */
function openAttempt(
  { database, config }: Shop,
  id: string,
  { user, price }: OpenPayment,
): Promise<Round | undefined> {
  return database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.user_id !== user.id || order.deleted_at) throw new AppError('not-found')
    if (order.status !== 'unpaid') throw new AppError('already-paid')
    if (order.total_cents !== toCents(price)) {
      throw new AppError('price-changed', { currentTotal: toDollars(order.total_cents) })
    }
    // Only once the order is known to be the caller's: strangers learn nothing of it.
    if (config.LIMITS === 'on') await refuseCardTesting(trx, id)
    if (order.has_lapsed) return undefined
    const round = await payableAttempt(trx, order, { config, user })
    await registerAttempt(trx, { orderId: id, round })
    return { id, round, totalCents: order.total_cents }
  })
}

async function intentOfAttempt({ database, cards }: Shop, round: Round) {
  const known = await findAttemptIntent(database.db, { orderId: round.id, round: round.round })
  if (known?.intent_id) {
    const intent = await cards.findIntent(known.intent_id)
    if (intent) return intent
    await forgetIntent(database.db, known.intent_id)
  }
  return cards.intentFor(round)
}

/** The round that can be paid: the current one, or a new one if its units or its payment are gone. */
async function payableAttempt(
  trx: Transaction<Schema>,
  order: LockedOrder,
  { config, user }: { config: Config; user: OpenPayment['user'] },
) {
  const intent = await findAttemptIntent(trx, { orderId: order.id, round: order.hold_round })
  if (order.held_until && intent?.status !== 'canceled') return order.hold_round
  const next = order.hold_round + 1
  if (order.held_until) {
    await renew(trx, order)
    await trx.updateTable('orders').set({ hold_round: next }).where('id', '=', order.id).execute()
    return next
  }
  await requireFreeReservation(trx, order.user_id, reservationLimitOf(config, user))
  await reserveAtCurrentPrice(trx, { ...order, hold_round: next }, config.SHIPPING_COST)
  await trx
    .updateTable('orders')
    .set({ hold_round: next, held_until: inMinutes(config.ORDER_RESERVATION_MINUTES) })
    .where('id', '=', order.id)
    .execute()
  await recordEvents(trx, [{ order_id: order.id, kind: 'held', actor: order.user_id }])
  return next
}

/** Once the hold has lapsed, today's price and stock count again; sending it costs what was agreed. */
async function reserveAtCurrentPrice(
  trx: Transaction<Schema>,
  order: LockedOrder,
  shippingCost: number,
) {
  const product = await trx
    .selectFrom('products')
    .select(['price_cents', 'quantity'])
    .where('id', '=', order.product_id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (product && product.price_cents !== order.unit_price_cents) {
    const price = toDollars(product.price_cents)
    const { total: currentTotal } = orderSums(price, order.quantity, shippingCost)
    throw new AppError('price-changed', { currentTotal })
  }
  if (!product || !(await reserve(trx, order))) {
    throw new AppError('insufficient-stock', { available: product?.quantity ?? 0 })
  }
}

/** Older clients name the total only: it must fit exactly one unpaid order of theirs. */
async function findOrderByTotal(db: Db, { user, price }: OpenPayment): Promise<string> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', user.id)
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
