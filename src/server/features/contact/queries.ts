import { sql } from 'kysely'
import type { Message, NewMessage } from '#contract/contact.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import { containing } from '../../db/search.ts'
import { writeLetter } from '../../services/mail/mail-template.ts'
import { queueMails } from '../../services/mail/mail.ts'

interface Where {
  /** Who reads what is written to the shop. */
  to: string
  origin: string
}

/** Keeps a message and mails it to the shop. The same one again within five minutes is one message. */
export function keepMessage(db: Db, message: NewMessage, { to, origin }: Where): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${message.email}`}, 0))`.execute(
      trx,
    )
    const known = await trx
      .selectFrom('contact_messages')
      .select('id')
      .where('email', '=', message.email)
      .where('message', '=', message.message)
      .where('created_at', '>', sql<Date>`now() - interval '5 minutes'`)
      .executeTakeFirst()
    if (known) return
    await trx.insertInto('contact_messages').values(message).execute()
    await queueMails(trx, [messageMail(message, { to, origin })])
  })
}

const messageMail = ({ name, email, phone, message }: NewMessage, { to, origin }: Where) =>
  writeLetter(
    {
      to,
      replyTo: email,
      subject: 'A message from the contact form',
      preheader: 'Your answer goes to whoever wrote it.',
      paragraphs: [message],
      facts: [
        {
          title: 'Written by',
          rows: [
            ['Name', name || '(none)'],
            ['Email', email],
            ['Phone', phone || '(none)'],
          ],
        },
      ],
      action: { label: 'Open the inbox', url: `${origin}/dashboard/inbox` },
      reason: 'You get this mail because contact messages go to this address.',
    },
    origin,
  )

/** Newest first. */
export async function listMessages(
  db: Db,
  { after, limit, q }: Pick<PageQuery, 'after' | 'q'> & { limit: number },
): Promise<Message[]> {
  let query = db.selectFrom('contact_messages').selectAll().orderBy('id', 'desc').limit(limit)
  if (after) query = query.where('id', '<', after)
  if (q) query = query.where((where) => containing(where, ['name', 'email', 'message'], q))
  return (await query.execute()).map(({ id, created_at: createdAt, done_at: doneAt, ...row }) => ({
    ...row,
    _id: id,
    createdAt: createdAt.toISOString(),
    done: doneAt !== null,
  }))
}

/** How many were marked now: none that is done already; undefined when there is no such message. */
export function finishMessage(db: Db, actor: Actor, id: string): Promise<0 | 1 | undefined> {
  return db.transaction().execute(async (trx) => {
    const message = await trx
      .selectFrom('contact_messages')
      .select('done_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!message) return undefined
    if (message.done_at) return 0
    const after = await trx
      .updateTable('contact_messages')
      .set({ done_at: sql<Date>`now()`, done_by: actor.id })
      .where('id', '=', id)
      .returning('done_at')
      .executeTakeFirstOrThrow()
    await recordAdminAction(trx, actor, {
      action: 'finish-message',
      target: id,
      before: message,
      after,
    })
    return 1
  })
}
