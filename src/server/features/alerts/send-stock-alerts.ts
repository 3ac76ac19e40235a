import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { runExclusively } from '../../jobs/run-exclusively.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import type { Shop } from '../../shop.ts'
import { selectOwnPairs } from '../prices/own-pairs.ts'
import { coversSmallestOrder, smallestOrder } from '../products/order-rules.ts'
import { backInStockMail } from './mails.ts'
import type { BackInStock } from './mails.ts'

type Deps = Pick<Shop, 'database' | 'config'>

const schedule = { name: 'mail-stock-alerts', everySeconds: 60, leaseSeconds: 60 }
const mailsMax = 2_000

/** Every minute, on one node: mails customers whose part is back in stock. */
export const mailStockAlerts = ({ database, config }: Deps) =>
  runExclusively(database.pool, schedule, () => queueStockAlerts({ database, config }))

/** Queues the mails that are due, each once. Returns their number. */
export function queueStockAlerts({
  database: { db },
  config: { PUBLIC_URL: origin },
}: Deps): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await takeDue(trx)
    await queueMails(
      trx,
      due.map((alert) => renderMail(backInStockMail(alert, origin), origin)),
    )
    return due.length
  })
}

/** No mail goes to an address that its owner has not confirmed. */
const isWanted = sql`mailed_at is null and email_verified and deactivated_at is null`

/**
 * In order of request, no more customers of one product at a time than the stock has smallest orders for; the
 * next ones an hour later, if it is still there. The lock of the account waits for no erasure and keeps one from
 * missing the mail. The price is what one unit costs the account.
 */
async function takeDue(trx: Transaction<Schema>): Promise<BackInStock[]> {
  const { rows } = await sql<BackInStock>`
    with due as (
      select stock_alerts.id, quantity / ${sql.raw(smallestOrder)} as orders, row_number() over (
          partition by product_id order by stock_alerts.id) as place
      from stock_alerts
        join products on products.id = product_id
        join users on users.id = user_id
      where ${isWanted} and archived_at is null and ${sql.raw(coversSmallestOrder)}
        and not exists (
          select from stock_alerts as earlier
          where earlier.product_id = products.id and earlier.mailed_at > now() - interval '1 hour')
    ), locked as (
      select stock_alerts.id, product_id, users.email, users.name as user_name, price_list
      from stock_alerts join users on users.id = user_id
      where ${isWanted} and stock_alerts.id in (
          select id from due where place <= orders
          order by place, id limit ${mailsMax})
      for update of stock_alerts skip locked for key share of users skip locked
    ), mailed as (
      update stock_alerts set mailed_at = now()
      from locked join products on products.id = locked.product_id
      where stock_alerts.id = locked.id
      returning locked.email, user_name, price_list, unsubscribe_token, products.id as product,
        products.name as product_name, part_number, price_cents, breaks, quantity
    )
    select email, user_name as "userName", unsubscribe_token as "unsubscribeToken", product as "productId",
      product_name as product, part_number as "partNumber", quantity, line.cents as "priceCents"
    from mailed
      left join price_lists on price_lists.id = mailed.price_list
      cross join lateral (
        ${sql.raw(selectOwnPairs('mailed.price_list', 'mailed.product'))}
      ) as own
      cross join lateral line_price(mailed.price_cents, breaks, 1, price_lists.name,
        (percent_off * 100)::integer, own.pairs) as line`.execute(trx)
  return rows
}
