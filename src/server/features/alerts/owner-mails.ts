import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { runExclusively } from '../../jobs/run-exclusively.ts'
import type { MailContent } from '../../services/mail/mail.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import type { Shop } from '../../shop.ts'
import { takeLowProducts } from '../stock/low-stock.ts'
import { lowStockMail, paidOrdersMail } from './mails.ts'
import type { PaidOrder } from './mails.ts'

type Deps = Pick<Shop, 'database' | 'config'>
type Recipients = Pick<Deps['config'], 'OWNER_EMAILS' | 'PUBLIC_URL'>

const minute = 60
const newOrders = { name: 'mail-new-orders', everySeconds: 10 * minute, leaseSeconds: minute }
const lowStock = { name: 'mail-low-stock', everySeconds: 15 * minute, leaseSeconds: minute }

/** Orders that are paid together, such as those of one list, are one mail. */
const gatheringSeconds = 30
const ordersMax = 1_000

/**
 * Mails the owner about paid orders: the first ones after half a minute, those that follow in one mail every ten
 * minutes.
 */
export async function mailNewOrders({ database, config }: Deps) {
  const { pool, db } = database
  if (config.OWNER_EMAILS.length === 0 || config.NEW_ORDER_MAILS === 'off') {
    await sql`delete from owner_notices`.execute(db)
    return
  }
  const { rows } = await sql`
    select from owner_notices
    where created_at < now() - make_interval(secs => ${gatheringSeconds}) limit 1`.execute(db)
  if (rows.length === 0) return
  await runExclusively(pool, newOrders, () => queueNewOrders({ database, config }))
}

/** Queues the mail about all paid orders that the owner does not know yet. Returns their number. */
export async function queueNewOrders({ database: { db }, config }: Deps): Promise<number> {
  let all = 0
  for (let taken = ordersMax; taken === ordersMax; all += taken) {
    taken = await db.transaction().execute(async (trx) => {
      const notices = await takeNotices(trx)
      const orders = notices.filter(({ isRefunded }) => !isRefunded)
      if (orders.length > 0) {
        await queueForOwner(trx, config, (mail) => paidOrdersMail(orders, mail))
      }
      return notices.length
    })
  }
  return all
}

async function takeNotices(trx: Transaction<Schema>) {
  const { rows } = await sql<PaidOrder & { isRefunded: boolean }>`
    with taken as (
      delete from owner_notices where order_id in (
        select order_id from owner_notices order by created_at, order_id
        limit ${ordersMax} for update skip locked)
      returning order_id
    )
    select id, name as product, (
        select part_number from order_lines where order_id = orders.id and line_count = 1
      ) as "partNumber", quantity,
      total_cents as "totalCents", delivery_address is not null as "hasAddress",
      status = 'refunded' as "isRefunded"
    from taken join orders on orders.id = order_id order by id`.execute(trx)
  return rows
}

/** Mails the owner about products that have fallen below their low-stock level, every quarter of an hour. */
export async function mailLowStock({ database, config }: Deps) {
  if (config.OWNER_EMAILS.length === 0) return
  await runExclusively(database.pool, lowStock, () => queueLowStock({ database, config }))
}

/** Queues the mail about products that are low now. Returns their number. */
export function queueLowStock({ database: { db }, config }: Deps): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const low = await takeLowProducts(trx, {
      moment: await changedSince(trx),
      defaultLevel: config.LOW_STOCK_LEVEL,
    })
    if (low.length > 0) await queueForOwner(trx, config, (mail) => lowStockMail(low, mail))
    return low.length
  })
}

/** The end of the last run, and ten minutes more, since a long transaction shows its changes late. */
async function changedSince(trx: Transaction<Schema>): Promise<Date> {
  const { rows } = await sql<{ moment: Date }>`
    select coalesce((select finished_at from job_runs where name = ${lowStock.name}), now())
      - interval '10 minutes' as moment`.execute(trx)
  return rows[0]?.moment ?? new Date()
}

async function queueForOwner(
  trx: Transaction<Schema>,
  { OWNER_EMAILS, PUBLIC_URL: origin }: Recipients,
  mailFor: (mail: { to: string; origin: string }) => MailContent,
) {
  await queueMails(
    trx,
    OWNER_EMAILS.map((to) => renderMail(mailFor({ to, origin }), origin)),
  )
}
