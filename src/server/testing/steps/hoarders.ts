import { randomUUID } from 'node:crypto'
import { AppError } from '../../errors/errors.ts'
import type { User } from '../../http/access.ts'
import { placeOrder } from '../../features/orders/place-order.ts'
import { reservationLimitsOf } from '../../features/orders/reservation-limits.ts'
import { closeOrder } from '../../features/payments/close-order.ts'
import { expireReservations } from '../../features/payments/jobs.ts'
import { openPayment } from '../../features/payments/open-payment.ts'
import { settle } from '../../features/payments/settle.ts'
import type { Part } from '../payments.ts'
import { orderOf } from '../payments.ts'
import type { TestShop } from '../shop.ts'

interface Order {
  id: string
  price: number
}

/** A refusal is an answer; anything else is a fault of the shop or of the test. */
function whenRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

/**
 * Accounts that try to keep the whole stock of products, and strangers who want some of it. They call what the API calls,
 * without its limits of calls a minute, since days pass within seconds.
 */
export function hoarding(shop: TestShop, parts: readonly Part[]) {
  const { config, database } = shop.shop
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(text, values)).rows
  /** Until when an account does not try a product again, in simulated minutes. */
  const tired = new Map<string, number>()
  const ordersOf = new Map<string, Order[]>()
  let now = 0

  async function account(): Promise<User> {
    const { uid } = await shop.signIn()
    const [row] = await query<User>(
      `select id, uid, email, name, email_verified as "isVerified", price_list as "priceList" from users where uid = $1`,
      [uid],
    )
    if (!row) throw new Error('The account was not let in')
    return { ...row, isTrade: false }
  }

  async function place(user: User, part: Part, quantity: number): Promise<Order | undefined> {
    const { product, price } = orderOf(part, quantity)
    try {
      const { insertedId } = await placeOrder(database, {
        user,
        order: { lines: [{ product, quantity }], price },
        limits: reservationLimitsOf(config, user),
        shippingCost: config.SHIPPING_COST,
        idempotencyKey: { key: randomUUID(), hash: 'hash' },
      })
      return { id: insertedId, price }
    } catch (error) {
      return whenRefused(error)
    }
  }

  const open = async (user: User, { id, price }: Order) => {
    try {
      return await openPayment(shop.shop, { user, price, order: id })
    } catch (error) {
      return whenRefused(error)
    }
  }

  const remove = (user: User, { id }: Order) =>
    closeOrder(shop.shop, id, { kind: 'deleted', userId: user.id })

  const isReserved = async ({ id }: Order) =>
    (
      await query<{ held: boolean }>(
        'select held_until is not null as held from orders where id = $1',
        [id],
      )
    )[0]!.held

  const freeUnits = async ({ id }: Part) =>
    (await query<{ quantity: number }>('select quantity from products where id = $1', [id]))[0]!
      .quantity

  /** Tries to take all that is free of a product: by opening the payment of an earlier order, or by a new one. */
  async function take(user: User, part: Part) {
    const key = `${user.id} ${part.id}`
    if ((tired.get(key) ?? 0) > now) return
    const earlier = ordersOf.get(key) ?? []
    for (const order of earlier) {
      if ((await open(user, order)) && (await isReserved(order))) return
      await remove(user, order)
    }
    ordersOf.set(key, [])
    const free = await freeUnits(part)
    for (const units of new Set([free, Math.max(Math.floor(free / 2), 10)])) {
      const order = await place(user, part, units)
      if (order && (await isReserved(order))) {
        ordersOf.set(key, [order])
        return
      }
      if (order) await remove(user, order)
    }
    tired.set(key, now + 30)
  }

  return {
    account,

    /** Each of the accounts takes what it can, the ones that had most least first. */
    async hoard(accounts: readonly User[]) {
      for (const part of parts) {
        for (const user of accounts) {
          if ((await freeUnits(part)) >= 10) await take(user, part)
        }
      }
    },

    /** Lets minutes pass: the stored times move into the past. The limits of sign-ups, of one address here, are lifted. */
    async pass(minutes: number) {
      now += minutes
      await query('delete from rate_limits')
      await query(
        `update orders set held_until = held_until - time, held_since = held_since - time, released_at = released_at - time
         from (select make_interval(mins => $1) as time) as passed`,
        [minutes],
      )
      await query(
        'update products set beyond_half_at = beyond_half_at - make_interval(mins => $1)',
        [minutes],
      )
      while (
        (await query('select from orders where held_until <= now() and next_lapse_at <= now()'))
          .length > 0
      ) {
        await expireReservations(shop.shop)
      }
    },

    /** Whether a stranger can order ten units of each product and open the payments, and pay for one of them. */
    async canBuy(paid: Part) {
      const stranger = await account()
      let isPossible = true
      for (const part of parts) {
        const order = await place(stranger, part, 10)
        const intent = order && (await open(stranger, order))
        if (!order || !intent) {
          isPossible = false
        } else if (part === paid) {
          await shop.confirmCard(intent.id)
          if ((await settle(shop.shop, intent.id)) !== 'paid') isPossible = false
          await query(
            `with moved as (insert into stock_movements (product_id, delta, reason) values ($1, 10, 'corrected'))
             update products set quantity = quantity + 10 where id = $1`,
            [part.id],
          )
          continue
        }
        if (order) await remove(stranger, order)
      }
      return isPossible
    },

    /** Pays an order of $62.50 for the account. */
    async payOnce(user: User) {
      const part = await shop.stock({ price: 625 })
      const order = await place(user, part, 10)
      const intent = await open(user, order!)
      await shop.confirmCard(intent!.id)
      await settle(shop.shop, intent!.id)
    },
  }
}
