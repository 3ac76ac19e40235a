import type { Config } from '../../config/config.ts'
import { addressIn } from '../../config/setting-schemas.ts'
import type { Mail } from './mail.ts'

/** A mail as it waits to be sent. */
export interface QueuedMail extends Mail {
  id: number
  createdAt: Date
}

export interface MailServer {
  /** Rejects when the server has not taken the mail. */
  send(mail: QueuedMail): Promise<unknown>
  close(): void
}

/** Less than the time for which a mail is claimed, so that no other node sends it meanwhile. */
const patienceMs = 45_000
const commandMs = 20_000

/** Connects when there is something to send, and keeps the connections until it is closed. */
export async function openMailServer(
  { SMTP_URL, MAIL_FROM, production }: Config,
  connections: number,
): Promise<MailServer> {
  // A large library that a node without mails does without.
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    // What stands in the address itself, `?requireTLS=false` for one, goes before the following.
    url: SMTP_URL,
    pool: true,
    maxConnections: connections,
    maxRequeues: 0,
    // Mail leads into accounts: on its way through networks nobody shall read it.
    requireTLS: production && !isLoopback(new URL(SMTP_URL).hostname),
    connectionTimeout: commandMs,
    greetingTimeout: commandMs,
    socketTimeout: commandMs,
  })
  const domain = addressIn(MAIL_FROM).replace(/^.*@/, '')
  return {
    send: ({ id, createdAt, to, subject, text, html, replyTo, unsubscribeUrl }) =>
      transport.sendMail({
        from: MAIL_FROM,
        // As an object it is one address, whatever it consists of.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // The same at every try: who gets a mail twice is shown it once.
        messageId: `<${id}.${createdAt.getTime()}@${domain}>`,
        date: createdAt,
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        // Out-of-office answers stay away.
        headers: { 'Auto-Submitted': 'auto-generated', ...mailingHeaders(unsubscribeUrl) },
        signal: AbortSignal.timeout(patienceMs),
      }),
    close: () => transport.close(),
  }
}

/** One press in the mail program ends a mailing (RFC 8058). */
const mailingHeaders = (url: string | undefined) =>
  url
    ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

export interface MailFailure extends Error {
  code?: string
  command?: string
  responseCode?: number
}

/** Whether it is about this mail alone: not about our login or address, or the way to the server. */
const isAboutTheMail = ({ command = '' }: MailFailure) =>
  ['RCPT TO', 'DATA', 'API'].includes(command)

/** Whether the mail or its recipient is refused, and will be for ever. */
export const isRefusedForGood = (failure: MailFailure) =>
  isAboutTheMail(failure) && (failure.responseCode ?? 0) >= 500

/** Whether other mails would fail as well. */
export const isServerAway = (failure: MailFailure) => !isAboutTheMail(failure)
