import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from './html.ts'
import type { Html } from './html.ts'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'content-type': 'text/html; charset=utf-8',
}

/** A page of the sandbox. */
export function page(title: string, body: Html): string {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/sandbox.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
  return document.text
}

export const sendPage = (reply: FastifyReply, title: string, body: Html) =>
  reply.headers(pageHeaders).send(page(title, body))

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** Serves a file of this folder, read on each request so that edits apply at once. */
export function serveFile(app: FastifyInstance, url: string, file: string) {
  app.get(url, (_request, reply) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    const type = types[file.split('.').at(-1) ?? '']
    // Pages of other origins load these scripts and styles.
    reply.header('access-control-allow-origin', '*')
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('cache-control', 'no-cache')
    return type ? reply.type(type).send(text) : reply.headers(pageHeaders).send(text)
  })
}
