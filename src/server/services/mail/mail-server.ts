import type { Config } from '../../config/config.ts'
import { addressIn } from '../../config/setting-schemas.ts'
import type { QueuedMail } from './mail.ts'

export interface MailServer {
  /** Rejects when the server does not accept the mail. */
  send(mail: QueuedMail): Promise<unknown>
  close(): void
}

/** Below the 60 s of a mail's claim, so that no other node sends it meanwhile. */
const sendTimeoutMs = 45_000
const commandTimeoutMs = 20_000

/** Connects at the first mail and keeps the connections until it is closed. */
export async function openMailServer(
  { SMTP_URL, MAIL_FROM, production }: Config,
  connections: number,
): Promise<MailServer> {
  // Loaded on demand: a large library that a node without mails does not need.
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    // Parameters of the URL, such as `?requireTLS=false`, take precedence over these options.
    url: SMTP_URL,
    pool: true,
    maxConnections: connections,
    maxRequeues: 0,
    // Mails contain links that open accounts, so they are encrypted in transit.
    requireTLS: production && !isLoopback(new URL(SMTP_URL).hostname),
    connectionTimeout: commandTimeoutMs,
    greetingTimeout: commandTimeoutMs,
    socketTimeout: commandTimeoutMs,
  })
  const domain = addressIn(MAIL_FROM).replace(/^.*@/, '')
  return {
    send: ({ id, createdAt, to, subject, text, html, replyTo, unsubscribeUrl }) =>
      transport.sendMail({
        from: MAIL_FROM,
        // As an object it is always one address; a string would be parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // The same for every attempt, so that mail programs show a repeated mail once.
        messageId: `<${id}.${createdAt.getTime()}@${domain}>`,
        date: createdAt,
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        // Suppresses out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated', ...mailingHeaders(unsubscribeUrl) },
        signal: AbortSignal.timeout(sendTimeoutMs),
      }),
    close: () => transport.close(),
  }
}

/** One-click unsubscription (RFC 8058). */
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

/** Whether the failure concerns this mail alone, not the login, the sender or the connection. */
const isAboutTheMail = ({ command = '' }: MailFailure) =>
  ['RCPT TO', 'DATA', 'API'].includes(command)

/** Whether the server rejects the mail or its recipient permanently. */
export const isRejected = (failure: MailFailure) =>
  isAboutTheMail(failure) && (failure.responseCode ?? 0) >= 500

/** Whether other mails would fail as well. */
export const isServerUnavailable = (failure: MailFailure) => !isAboutTheMail(failure)
