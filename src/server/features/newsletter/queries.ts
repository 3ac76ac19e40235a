import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { queueMails } from '../../services/mail/outbox.ts'
import { confirmationMail, welcomeMail } from './mail-templates.ts'

const columns = [
  'email',
  'confirm_token as confirmToken',
  'unsubscribe_token as unsubscribeToken',
] as const

const newToken = () => randomBytes(24).toString('base64url')

/**
 * Mails the address, to confirm or because it is subscribed already; the response does not reveal which. At most
 * one mail an hour.
 */
export async function subscribe(db: Db, email: string, origin: string) {
  await db.transaction().execute(async (trx) => {
    const subscription = await trx
      .insertInto('newsletter_subscriptions')
      .values({
        email,
        confirm_token: newToken(),
        unsubscribe_token: newToken(),
        confirmed_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ mailed_at: sql<Date>`now()` })
          .where('newsletter_subscriptions.mailed_at', '<', sql<Date>`now() - interval '1 hour'`),
      )
      .returning([...columns, 'confirmed_at'])
      .executeTakeFirst()
    if (!subscription) return
    const template = subscription.confirmed_at ? welcomeMail : confirmationMail
    await queueMails(trx, [template(subscription, origin)])
  })
}

/** False when the token is unknown or older than seven days. Confirming twice succeeds. */
export function confirm(db: Db, token: string, origin: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('newsletter_subscriptions')
      .select([...columns, 'confirmed_at'])
      .where('confirm_token', '=', token)
      .where((where) =>
        where.or([
          where('confirmed_at', 'is not', null),
          where('mailed_at', '>', sql<Date>`now() - interval '7 days'`),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!known || known.confirmed_at) return known !== undefined
    await trx
      .updateTable('newsletter_subscriptions')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('confirm_token', '=', token)
      .execute()
    await queueMails(trx, [welcomeMail(known, origin)])
    return true
  })
}

/** Deletes the address. */
export async function unsubscribe(db: Db, token: string) {
  await db.deleteFrom('newsletter_subscriptions').where('unsubscribe_token', '=', token).execute()
}

/** Confirmed subscribers with their unsubscribe tokens. */
export const listSubscribers = (db: Db) =>
  db
    .selectFrom('newsletter_subscriptions')
    .select(['email', 'unsubscribe_token as unsubscribeToken'])
    .where('confirmed_at', 'is not', null)
    .orderBy('email')
    .execute()
