import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Message, NewMessage } from '#contract/contact.ts'
import { matchesMax } from '#contract/shared/fields.ts'
import type { PageQuery, RowCount } from '#contract/shared/fields.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import { matching } from '../../db/bounded-search.ts'
import { countMatches } from '../../db/count-matches.ts'
import type { Schema } from '../../db/schema.ts'
import { textSearch } from '../../db/search.ts'
import { renderMail } from '../../services/mail/render-mail.ts'
import { queueMails } from '../../services/mail/outbox.ts'

interface MailOptions {
  /** Recipient of the contact messages. */
  to: string
  origin: string
}

/** Stores a message and mails it to the shop, unless it repeats one of the last five minutes. */
export function storeMessage(
  db: Db,
  message: NewMessage,
  { to, origin }: MailOptions,
): Promise<void> {
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

const messageMail = ({ name, email, phone, message }: NewMessage, { to, origin }: MailOptions) =>
  renderMail(
    {
      to,
      replyTo: email,
      subject: 'A message from the contact form',
      preheader: 'Your answer goes to the sender.',
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
      reason: 'You’re receiving this email because contact messages go to this address.',
    },
    origin,
  )

/** Newest first. */
export async function listMessages(
  db: Db,
  { after, limit, skip = 0, q }: Page & Pick<PageQuery, 'q'>,
): Promise<Message[]> {
  let query = db.selectFrom('contact_messages').selectAll().orderBy('id', 'desc')
  query = query.limit(limit).offset(skip)
  if (after) query = query.where('id', '<', after)
  const rows = await searched(query, q, { walkedFor: skip + limit }).execute()
  return rows.map(({ id, created_at: createdAt, done_at: doneAt, ...row }) => ({
    ...row,
    _id: id,
    createdAt: createdAt.toISOString(),
    done: doneAt !== null,
  }))
}

/** The number of the messages, or of those that match a search. */
export async function countMessages(db: Db, q: string | undefined): Promise<RowCount> {
  const all = searched(db.selectFrom('contact_messages').select('id'), q, { most: matchesMax + 1 })
  const count = await countMatches(db, all, Boolean(q))
  return { count, isCapped: Boolean(q) && count > matchesMax }
}

const searched = <Row>(
  query: SelectQueryBuilder<Schema, 'contact_messages', Row>,
  q: string | undefined,
  bounds: { walkedFor?: number; most?: number },
) =>
  q
    ? matching(query, textSearch(['name', 'email', 'message'], q), {
        table: 'contact_messages',
        ...bounds,
      })
    : query

/** Marks a message as done. Returns 0 if it was already, undefined if it does not exist. */
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
