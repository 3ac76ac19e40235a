import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import { reportFailure, backoff } from '../../jobs/backoff.ts'
import type { FailureLog } from '../../jobs/backoff.ts'
import { isRejected, isServerUnavailable, openMailServer } from './mail-server.ts'
import type { MailFailure, MailServer } from './mail-server.ts'
import type { Mail, QueuedMail } from './mail.ts'

/**
 * Adds mails to the outbox, in the transaction that causes them. A job sends them, so that no request waits
 * for a mail server or loses a mail.
 */
export async function queueMails(db: Db, mails: readonly Mail[]) {
  if (mails.length === 0) return
  const rows = mails.map(({ to, subject, text, html, replyTo, unsubscribeUrl }) => ({
    recipient: to,
    subject,
    text_body: text,
    html_body: html,
    reply_to: replyTo ?? null,
    unsubscribe_url: unsubscribeUrl ?? null,
  }))
  await db.insertInto('outbox').values(rows).execute()
}

/** The batch size and the number of connections, so that no claimed mail waits while its claim expires. */
const concurrentMax = 5
/** At most 50 mails a second: making and sending one costs a node as much as two orders, and nobody waits for it. */
const pauseMs = 100
/** About three days: later attempts are an hour apart. */
export const mailAttemptsMax = 80

/** Ten seconds of mails. More of them would hold up those that come after, such as a new password. */
const waitingMax = 500

/** Whether so many mails are due that others should be made later. */
export async function isOutboxFull(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFull: boolean }>`
    select count(*) = ${waitingMax} as "isFull" from (
      select from outbox
      where sent_at is null and next_attempt_at <= now() and attempts < ${mailAttemptsMax}
      limit ${waitingMax}
    ) as due`.execute(db)
  return rows[0]?.isFull ?? false
}

type Claimed = QueuedMail & { attempts: number }

/**
 * A condition of statements about sent mails, true: their commits do not wait for the disk, since 50 of them a second write to the
 * same log as the commits of orders. A mail whose commit a crash of the database has lost is sent again, as after a crash of
 * the node.
 */
const commitsWithoutWaiting = sql<boolean>`
  (select set_config('synchronous_commit', 'off', true)) is not null`

/** Claims due mails, each for one node; the delay grows with every attempt. */
async function claimMails(db: Db) {
  const { rows } = await sql<Claimed>`
    update outbox
    set attempts = attempts + 1,
        next_attempt_at = now() + ${backoff('attempts', { firstSeconds: 60, maxSeconds: 3600 })}
    where id in (
      select id from outbox
      where sent_at is null and next_attempt_at <= now() and attempts < ${mailAttemptsMax}
      order by next_attempt_at limit ${concurrentMax} for update skip locked)
      and ${commitsWithoutWaiting}
    returning id, attempts, recipient as "to", subject, text_body as text, html_body as html,
      reply_to as "replyTo", unsubscribe_url as "unsubscribeUrl", created_at as "createdAt"`.execute(
    db,
  )
  return rows
}

/** The job that sends due mails, until none are left or the mail server is unavailable. */
export const createMailJob = (db: Db, log: FailureLog, config: Config) =>
  async function sendMails() {
    let server: MailServer | undefined
    try {
      for (let hasMore = true; hasMore; await sleep(hasMore ? pauseMs : 0)) {
        const mails = await claimMails(db)
        if (mails.length === 0) return
        const open = (server ??= await openMailServer(config, concurrentMax))
        const failures = await Promise.all(mails.map((mail) => send({ db, log }, open, mail)))
        hasMore =
          mails.length === concurrentMax &&
          !failures.some((failure) => failure && isServerUnavailable(failure))
      }
    } finally {
      server?.close()
    }
  }

interface Deps {
  db: Db
  log: FailureLog
}

/** Sends one mail and stores the outcome. Returns the failure, if any. */
async function send({ db, log }: Deps, server: MailServer, mail: Claimed) {
  const { id, attempts } = mail
  const failure = await server.send(mail).then(
    () => undefined,
    (error: MailFailure) => error,
  )
  const sent = db.updateTable('outbox').set(outcomeOf(failure)).where('id', '=', id)
  await sent.where(commitsWithoutWaiting).execute()
  if (!failure) return undefined
  // The server's message names the recipient: it is stored in the database but not logged.
  const context = { attempts, mail: id, code: failure.code, status: failure.responseCode }
  if (isRejected(failure)) log.warn(context, 'mail permanently rejected')
  else reportFailure(log, context, 'mail could not be sent')
  return failure
}

const outcomeOf = (failure: MailFailure | undefined) =>
  failure
    ? {
        last_error: failure.message,
        ...(isRejected(failure) && { attempts: mailAttemptsMax }),
      }
    : { sent_at: sql<Date>`now()`, last_error: null }
