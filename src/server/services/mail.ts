import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { reportFailure, waitAfter } from '../attempts.ts'
import type { FailureLog } from '../attempts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/index.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Mail is written down first and sent by a job, so no request waits for a mail server or loses a mail. */
export async function queueMail(db: Db, mail: Mail) {
  await db
    .insertInto('outbox')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
    })
    .execute()
}

interface Waiting {
  id: number
  attempts: number
  recipient: string
  subject: string
  text_body: string
  html_body: string
}

/** Takes the mails whose turn it is, each for one node; a failed one waits longer every time. */
async function claimMails(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update outbox
    set attempts = attempts + 1,
        next_attempt_at = now() + ${waitAfter('attempts')}
    where id in (
      select id from outbox where sent_at is null and next_attempt_at <= now() and attempts < 12
      order by id limit 20 for update skip locked)
    returning id, attempts, recipient, subject, text_body, html_body`.execute(db)
  return rows
}

/** The job that sends what waits in the outbox. */
export function createMailJob(db: Db, log: FailureLog, { SMTP_URL, MAIL_FROM }: Config) {
  const transport = nodemailer.createTransport(SMTP_URL)
  return async () => {
    for (const { id, attempts, recipient, subject, ...body } of await claimMails(db)) {
      const outcome = await transport
        .sendMail({
          from: MAIL_FROM,
          to: recipient,
          subject,
          text: body.text_body,
          html: body.html_body,
        })
        .then(
          () => ({ sent_at: sql<Date>`now()`, last_error: null }),
          (error: Error & { code?: string }) => {
            // What the mail server says names the recipient, so it stays in the database.
            const failure = { attempts, mail: id, code: error.code }
            reportFailure(log, failure, 'a mail could not be sent')
            return { last_error: error.message }
          },
        )
      await db.updateTable('outbox').set(outcome).where('id', '=', id).execute()
    }
  }
}
