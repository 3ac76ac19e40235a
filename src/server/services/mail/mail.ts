import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import { reportFailure, backoff } from '../../jobs/backoff.ts'
import type { FailureLog } from '../../jobs/backoff.ts'
import { isRefusedForGood, isServerAway, openMailServer } from './mail-server.ts'
import type { MailFailure, MailServer, QueuedMail } from './mail-server.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, if not to the shop. */
  replyTo?: string | undefined
  /** For mailings: the address where one press ends them. */
  unsubscribeUrl?: string | undefined
}

/**
 * Mail is written down first, in the transaction of what it tells of, and sent by a job: no request
 * waits for a mail server or loses a mail.
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

/** As many as are sent at the same time, so that none waits for the others while its turn runs out. */
const atOnce = 5
/** Three days, since later tries are an hour apart. */
export const mailAttemptsMax = 80

type Claimed = QueuedMail & { attempts: number }

/** Takes mails whose turn it is, each for one node; a failed one waits longer every time. */
async function claimMails(db: Db) {
  const { rows } = await sql<Claimed>`
    update outbox
    set attempts = attempts + 1,
        next_attempt_at = now() + ${backoff('attempts', { firstSeconds: 60, maxSeconds: 3600 })}
    where id in (
      select id from outbox
      where sent_at is null and next_attempt_at <= now() and attempts < ${mailAttemptsMax}
      order by next_attempt_at limit ${atOnce} for update skip locked)
    returning id, attempts, recipient as "to", subject, text_body as text, html_body as html,
      reply_to as "replyTo", unsubscribe_url as "unsubscribeUrl", created_at as "createdAt"`.execute(
    db,
  )
  return rows
}

/** The job that sends what waits in the outbox, until nothing does or the mail server is away. */
export const createMailJob = (db: Db, log: FailureLog, config: Config) =>
  async function sendMails() {
    let server: MailServer | undefined
    try {
      for (let goesOn = true; goesOn;) {
        const mails = await claimMails(db)
        if (mails.length === 0) return
        const open = (server ??= await openMailServer(config, atOnce))
        const failures = await Promise.all(mails.map((mail) => send({ db, log }, open, mail)))
        goesOn =
          mails.length === atOnce && !failures.some((failure) => failure && isServerAway(failure))
      }
    } finally {
      server?.close()
    }
  }

interface Deps {
  db: Db
  log: FailureLog
}

/** Sends one mail and writes down what came of it; returns why it was not taken. */
async function send({ db, log }: Deps, server: MailServer, mail: Claimed) {
  const { id, attempts } = mail
  const failure = await server.send(mail).then(
    () => undefined,
    (error: MailFailure) => error,
  )
  await db.updateTable('outbox').set(outcomeOf(failure)).where('id', '=', id).execute()
  if (!failure) return undefined
  // What the mail server says names the recipient, so it stays in the database.
  const told = { attempts, mail: id, code: failure.code, status: failure.responseCode }
  if (isRefusedForGood(failure)) log.warn(told, 'a mail was refused for good')
  else reportFailure(log, told, 'a mail could not be sent')
  return failure
}

const outcomeOf = (failure: MailFailure | undefined) =>
  failure
    ? {
        last_error: failure.message,
        ...(isRefusedForGood(failure) && { attempts: mailAttemptsMax }),
      }
    : { sent_at: sql<Date>`now()`, last_error: null }
