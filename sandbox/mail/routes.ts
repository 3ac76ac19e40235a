import type { FastifyInstance } from 'fastify'
import { html } from '../html.ts'
import { sendPage } from '../pages.ts'
import type { Mail, Mailbox } from './mailbox.ts'

type OneMail = { Params: { id: string } }

/** The inbox as JSON and as pages. */
export function mailRoutes(app: FastifyInstance, mailbox: Mailbox) {
  app.get<{ Querystring: { to?: string } }>('/mail/messages', (request) =>
    mailbox.list(request.query.to).map(({ mail }) => mail),
  )

  app.delete('/mail/messages', (_request, reply) => {
    mailbox.clear()
    return reply.status(204).send()
  })

  app.get('/mail', (_request, reply) => {
    const mails = mailbox.list()
    const list = html`<ul class="mails">
      ${mails.map(({ id, mail }) => entry(id, mail))}
    </ul>`
    return sendPage(
      reply,
      'Inbox',
      html`<p><a href="/">Sandbox</a></p>
        <h1>Inbox</h1>
        <p>All mails of the shop, newest first.</p>
        ${mails.length > 0 ? list : html`<p class="empty">No mail yet.</p>`}`,
    )
  })

  app.get<OneMail>('/mail/:id', (request, reply) => {
    const found = mailbox.find(Number(request.params.id))
    if (!found) return reply.callNotFound()
    return sendPage(reply, found.mail.subject, message(found.id, found.mail))
  })

  app.get<OneMail>('/mail/:id/html', (request, reply) => {
    const found = mailbox.find(Number(request.params.id))
    if (!found) return reply.callNotFound()
    // Styles and pictures of mails are shown; scripts do not run.
    return reply
      .header(
        'content-security-policy',
        "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:",
      )
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><base target="_top">${found.mail.html}`)
  })
}

const entry = (id: number, { to, subject, receivedAt }: Mail) =>
  html`<li>
    <a href="/mail/${id}">${subject || '(no subject)'}</a>
    <span>to ${to}</span>
    ${time(receivedAt)}
  </li>`

const message = (id: number, { from, to, subject, text, html: body, links, receivedAt }: Mail) =>
  html`<p><a href="/mail">Inbox</a></p>
    <h1>${subject || '(no subject)'}</h1>
    <p>From ${from} to ${to}, ${time(receivedAt)}</p>
    ${
      links.length > 0
        ? html`<h2>Links</h2>
            <ol class="links">
              ${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
            </ol>`
        : ''
    }
    <h2>Message</h2>
    ${
      body
        ? html`<iframe title="Message" src="/mail/${id}/html"></iframe>`
        : html`<pre>${text}</pre>`
    }`

const time = (iso: string) =>
  html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
