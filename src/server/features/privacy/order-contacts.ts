import type { Pool } from 'pg'
import { erasedOrderEmail } from '#contract/shared/erased.ts'
import type { Batch } from '../../jobs/purge-expired.ts'
import type { Periods } from '../../retention/stored-table.ts'

type OrderPeriods = Pick<Periods, 'orderYears' | 'erasedOrderDays'>

const noDelivery =
  'delivery_name = null, delivery_phone = null, delivery_address = null, delivery_place = null, reference = null'
/** The company goes with them by a trigger. */
const noBuyer = 'bill_to_name = null, bill_to_address = null'
const withoutContacts = `email = '${erasedOrderEmail}', ${noDelivery}`
/** As the partial index has it. */
const hasContacts = `(email <> '${erasedOrderEmail}' or delivery_address is not null)`

const quietFor = (period: string) =>
  `not exists (
     select from order_events where order_id = orders.id and created_at > now() - ${period})`

const isOld = (years: number) => {
  const period = `make_interval(years => ${years})`
  return `id < id_since(now() - ${period}) and ${quietFor(period)}`
}

/** The answer to the bank names who ordered, and where to. */
const isUndisputed = `dispute is distinct from 'inquiry' and dispute is distinct from 'open'`

const ordersWhere = (condition: string, limit: number) =>
  `select id from orders where ${condition} order by id limit ${limit} for update skip locked`

/** Changes of orders whose retention period is over, in batches, by name. */
export const orderRetention = ({
  orderYears,
  erasedOrderDays,
}: OrderPeriods): Record<string, Batch> => ({
  'forgotten orders': (pool, limit) => cancelForgotten(pool, orderYears, limit),
  'contacts of old orders': async (pool, limit) => {
    const condition = `${hasContacts} and ${isOld(orderYears)} and ${isUndisputed}
      and (status in ('shipped', 'refunded') or deleted_at is not null)`
    const text = `with changed as (
        update orders set ${withoutContacts} where id in (${ordersWhere(condition, limit)}) returning id
      ), invoiced as (
        update invoices set ${noBuyer} where order_id in (select id from changed)
      )
      select id from changed`
    return (await pool.query(text)).rowCount ?? 0
  },
  'contacts of erased accounts': removeErasedDeliveries(erasedOrderDays),
})

/** Orders of erased accounts keep their delivery address until they are shipped or refunded, for these days, and while disputed. */
export const removeErasedDeliveries =
  (days: number): Batch =>
  async (pool, limit) => {
    const condition = `email = '${erasedOrderEmail}' and delivery_address is not null
      and ${isUndisputed}
      and (deleted_at is not null
        or status in ('shipped', 'refunded') and ${quietFor(`make_interval(days => ${days})`)})`
    const text = `update orders set ${noDelivery} where id in (${ordersWhere(condition, limit)})`
    return (await pool.query(text)).rowCount ?? 0
  }

/** Cancels unpaid orders without a reservation, unless a payment is open. */
async function cancelForgotten(pool: Pool, years: number, limit: number) {
  const condition = `${hasContacts} and ${isOld(years)}
    and status = 'unpaid' and held_until is null and deleted_at is null
    and not exists (
      select from payment_intents
      where order_id = orders.id and payment_intents.status not in ('succeeded', 'canceled'))`
  const { rowCount } = await pool.query(
    `with cancelled as (
       update orders set deleted_at = now(), ${withoutContacts}
       where id in (${ordersWhere(condition, limit)})
       returning id
     )
     insert into order_events (order_id, kind, actor) select id, 'deleted', 'shop' from cancelled`,
  )
  return rowCount ?? 0
}

/** Removes the account's e-mail address from its orders. */
export const removeEmails =
  (userId: string): Batch =>
  async (pool, limit) => {
    const { rowCount } = await pool.query(
      `update orders set email = '${erasedOrderEmail}', reference = null where id in (
         select id from orders where user_id = $1 and email <> '${erasedOrderEmail}'
         order by id limit ${limit} for update)`,
      [userId],
    )
    return rowCount ?? 0
  }

/** Removes the account from its invoices, after `removeEmails`: an invoice of a payment since then names no buyer. */
export const removeBuyers =
  (userId: string): Batch =>
  async (pool, limit) => {
    const { rowCount } = await pool.query(
      `update invoices set ${noBuyer} where order_id in (
         select orders.id from orders join invoices on order_id = orders.id
         where user_id = $1 and (bill_to_name is not null or bill_to_address is not null)
         limit ${limit})`,
      [userId],
    )
    return rowCount ?? 0
  }
