import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { taxedSums } from '#contract/taxes/tax-lines.ts'
import type { TaxConfig } from '../../config/tax-settings.ts'
import type { User } from '../../http/access.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import type { Intent } from '../../services/cards/cards.ts'
import type { Shop } from '../../shop.ts'
import { loadAccountListIn, toPriced, unitPriceFor } from '../prices/account-list.ts'
import { reservationLimitsOf } from '../orders/reservation-limits.ts'
import type { ReservationLimits } from '../orders/reservation-limits.ts'
import { lockForReservation } from '../orders/reservable.ts'
import type { ReservablePart } from '../orders/reservable.ts'
import { lockOrder, recordEvents } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { renew, reserve } from '../stock/reservations.ts'
import { findTaxationOf } from '../taxes/destination.ts'
import { areTaxesOfNow } from '../taxes/stored-tax.ts'
import { refuseCardTesting } from './card-testing.ts'
import { closeOrder } from './close-order.ts'
import {
  registerAttempt,
  findAttemptIntent,
  forgetIntent,
  giveUpIntent,
  recordIntent,
} from './intents.ts'
import { endOtherPayments } from './other-payments.ts'
import { settle } from './settle.ts'

interface OpenPayment {
  user: Pick<User, 'id' | 'isTrade' | 'priceList'>
  price: number
  order?: string | undefined
}

const maxTries = 3

/**
 * Opens the payment of an order and returns its intent: the same one on every call, until the order
 * is deleted or its reservation expires. An order without a reservation is reserved first if its account may do so; else it can be
 * paid while all of its units are in stock, and takes them with the payment.
 */
export async function openPayment(shop: Shop, request: OpenPayment): Promise<Intent> {
  const id = request.order ?? (await findOrderByTotal(shop.database.db, request))
  for (let tries = 0; tries < maxTries; tries += 1) {
    const opened = await openAttempt(shop, id, request)
    if (!opened) {
      // The old reservation is closed before a new one starts: otherwise its expiry would close the new one.
      await closeOrder(shop, id, { kind: 'lapsed' })
      continue
    }
    if (!opened.isReserved) await endOtherPayments(shop, { id, userId: request.user.id })
    const intent = await intentOfAttempt(shop, opened)
    if (!intent) {
      await giveUpIntent(shop.database.db, { orderId: id, attempt: opened.attempt })
      continue
    }
    if (intent.status === 'succeeded') {
      await settle(shop, intent.id)
      throw new AppError('already-paid')
    }
    const isCurrent = await recordIntent(shop.database.db, intent)
    if (isCurrent && intent.status !== 'canceled') return intent
  }
  throw new AppError('unavailable', { detail: 'The order is being updated. Try again in a moment' })
}

interface OpenAttempt {
  id: string
  attempt: number
  totalCents: number
  isReserved: boolean
}

/** Makes the order payable; undefined if its reservation has expired but is not closed yet. */
function openAttempt(
  { database, config }: Shop,
  id: string,
  { user, price }: OpenPayment,
): Promise<OpenAttempt | undefined> {
  return database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.user_id !== user.id || order.deleted_at) throw new AppError('not-found')
    if (order.status !== 'unpaid') throw new AppError('already-paid')
    if (order.total_cents !== toCents(price)) {
      throw new AppError('price-changed', { currentTotal: toDollars(order.total_cents) })
    }
    // After the check of the owner, so that nobody learns anything about another account's order.
    if (config.LIMITS === 'on') await refuseCardTesting(trx, id)
    if (order.is_expired) return undefined
    const { attempt, isReserved } = await payableAttempt(trx, order, {
      limits: reservationLimitsOf(config, user),
      shippingCost: config.SHIPPING_COST,
      priceList: user.priceList,
      taxConfig: config.taxes,
    })
    await registerAttempt(trx, { orderId: id, attempt })
    return { id, attempt, totalCents: order.total_cents, isReserved }
  })
}

async function intentOfAttempt(
  { database, cards }: Shop,
  { id, attempt, totalCents }: OpenAttempt,
) {
  const known = await findAttemptIntent(database.db, { orderId: id, attempt })
  if (known?.intent_id) {
    const intent = await cards.findIntent(known.intent_id)
    if (intent) return intent
    await forgetIntent(database.db, known.intent_id)
  }
  return cards.intentFor({ id, attempt, totalCents })
}

interface Renewal {
  limits: ReservationLimits
  shippingCost: number
  priceList: string | null
  /** Undefined in a shop without taxes. */
  taxConfig: TaxConfig | undefined
}

/** The payable attempt: the current one, or a new one if the reservation or the intent has ended. */
async function payableAttempt(trx: Transaction<Schema>, order: LockedOrder, renewal: Renewal) {
  const intent = await findAttemptIntent(trx, { orderId: order.id, attempt: order.hold_round })
  const isOpen = intent !== undefined && intent.status !== 'canceled'
  const next = order.hold_round + 1
  if (order.held_until) {
    if (intent?.status !== 'canceled') return { attempt: order.hold_round, isReserved: true }
    await renew(trx, order)
    await trx.updateTable('orders').set({ hold_round: next }).where('id', '=', order.id).execute()
    return { attempt: next, isReserved: true }
  }
  // A payment that was opened without a reservation goes on.
  const attempt = isOpen ? order.hold_round : next
  const reservation = await reserveAgain(trx, { ...order, hold_round: attempt }, renewal)
  await trx
    .updateTable('orders')
    .set({ ...reservation, hold_round: attempt })
    .where('id', '=', order.id)
    .execute()
  if (reservation) {
    await recordEvents(trx, [{ order_id: order.id, kind: 'held', actor: order.user_id }])
  }
  return { attempt, isReserved: reservation !== undefined }
}

/** Reserves the units again within the account's limits; undefined if the order has to be paid without a reservation. */
async function reserveAgain(
  trx: Transaction<Schema>,
  order: LockedOrder,
  { limits, ...costs }: Renewal,
) {
  const { user_id: userId, lines, total_cents: totalCents } = order
  const { terms, parts } = await lockForReservation(trx, { userId, lines, limits, totalCents })
  await requireCurrentPrice(trx, order, costs)
  requireStock(order, parts)
  const isUncovered = !terms.is_covered
  const mayReserve =
    terms.is_free &&
    terms.is_in_time &&
    (terms.is_covered || parts.every(({ is_in_bound }) => is_in_bound))
  if (!mayReserve || !(await reserve(trx, order, { isUncovered }))) return undefined
  return {
    held_since: terms.began_at ?? sql<Date>`now()`,
    held_until: terms.reserved_until,
    released_at: null,
    is_uncovered: isUncovered,
  }
}

/**
 * Without a reservation, today's prices and taxes of the account and today's stock apply. If they are those of the
 * order, it keeps its total with its shipping cost.
 */
async function requireCurrentPrice(
  trx: Transaction<Schema>,
  order: LockedOrder,
  { shippingCost, priceList, taxConfig }: Omit<Renewal, 'limits'>,
) {
  const ids = order.lines.map(({ product }) => product)
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'price_cents', 'breaks'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  const live = new Map(rows.map((product) => [product.id, product]))
  const list = await loadAccountListIn(trx, priceList, ids)
  const priced = order.lines.map(({ product, quantity, cents }) => {
    const row = live.get(product)
    const unitPrice = row ? unitPriceFor(toPriced(row), quantity, list) : toDollars(cents)
    return { product, quantity, unitPrice, isChanged: toCents(unitPrice) !== cents }
  })
  const taxes = await findTaxationOf(trx, taxConfig, order)
  if (!priced.some(({ isChanged }) => isChanged) && areTaxesOfNow(order.tax, taxes)) return
  const { total: currentTotal } = taxedSums(priced, { shippingCost, taxes })
  const lines = priced.map(({ product, quantity, unitPrice }) => ({
    product,
    unitPrice,
    amount: goodsTotal(unitPrice, quantity),
  }))
  throw new AppError('price-changed', { currentTotal, lines })
}

/** Throws with each part of which too few units are in stock, or which is no longer sold. */
function requireStock({ lines }: LockedOrder, parts: readonly ReservablePart[]) {
  const stock = new Map(parts.map(({ id, in_stock }) => [id, in_stock]))
  const short = lines.flatMap(({ product, quantity }) => {
    const available = stock.get(product) ?? 0
    return available < quantity ? [{ product, available }] : []
  })
  if (short.length === 0) return
  throw new AppError('insufficient-stock', {
    ...(lines.length === 1 && { available: short[0]?.available ?? 0 }),
    lines: short,
  })
}

/** Older clients send the total only: it must match exactly one unpaid order of the account. */
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
