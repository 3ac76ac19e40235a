import { sql } from 'kysely'
import { runExclusively } from '../../jobs/run-exclusively.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import type { Shop } from '../../shop.ts'
import { requestsMail } from './mails.ts'

type Deps = Pick<Shop, 'database' | 'config'>

const minute = 60
const schedule = { name: 'mail-trade-requests', everySeconds: 10 * minute, leaseSeconds: minute }

/** Mails the owner about new requests for trade accounts, in one mail every ten minutes. */
export async function announceRequests({ database, config }: Deps) {
  if (config.OWNER_EMAILS.length === 0) return
  const { rows } = await sql`
    select from trade_accounts where state = 'asked' and not is_announced limit 1`.execute(
    database.db,
  )
  if (rows.length === 0) return
  await runExclusively(database.pool, schedule, () => queueAnnouncement({ database, config }))
}

/** Queues the mail about all requests that the owner does not know yet. Returns their number. */
export function queueAnnouncement({ database: { db }, config }: Deps): Promise<number> {
  const { OWNER_EMAILS, PUBLIC_URL: origin } = config
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update trade_accounts set is_announced = true where state = 'asked' and not is_announced
      returning user_id`.execute(trx)
    if (rows.length > 0) {
      const mails = OWNER_EMAILS.map((to) =>
        renderMail(requestsMail(rows.length, { to, origin }), origin),
      )
      await queueMails(trx, mails)
    }
    return rows.length
  })
}
