import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { disputePages } from './cards/dispute-pages.ts'
import { cardRoutes } from './cards/routes.ts'
import { createWebhooks } from './cards/webhooks.ts'
import type { Retry } from './cards/webhooks.ts'
import { openDatabase } from './database.ts'
import { createFaults, faultRoutes } from './faults.ts'
import { parseForm } from './form.ts'
import { googleRoutes } from './google/routes.ts'
import { indexRoute } from './index-page.ts'
import { createMailbox } from './mail/mailbox.ts'
import { mailRoutes } from './mail/routes.ts'
import { listenForMail } from './mail/smtp.ts'
import { serveFile } from './pages.ts'

export type SandboxOptions = {
  host?: string
  /** 0, the default, is a free port; likewise for smtpPort. */
  port?: number
  smtpPort?: number
  /** The address for browsers; by default http://localhost and the port. */
  url?: string | undefined
  /** The folder of the state; by default in memory only. */
  dataDir?: string
  webhookUrl?: string
  googleRedirectUris?: string[]
  retry?: Retry
}

export type Sandbox = {
  url: string
  smtpPort: number
  setWebhookUrl: (url: string | undefined) => void
  /** Accepts the JSON of POST /faults. */
  setFaults: (faults: unknown) => void
  stop: () => Promise<void>
}

/** Starts the stand-ins for cards, Google and mail, on one HTTP and one SMTP port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The sandbox accepts any card and any sign-in: it does not run in production.')
  }
  const { host = '127.0.0.1', port = 0, smtpPort = 0, dataDir = ':memory:' } = options
  const retry = options.retry ?? { attempts: 20, firstDelayMs: 500 }

  const db = openDatabase(dataDir)
  const faults = createFaults()
  const mailbox = createMailbox(db)
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm },
  })
  const origin = () => options.url ?? `http://localhost:${portOf(app)}`

  const webhooks = createWebhooks(db, faults, retry, options.webhookUrl)
  const smtp = await listenForMail({ mailbox, faults }, { host, port: smtpPort })

  const formType = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(String(body))),
  )
  indexRoute(app, { faults, smtpPort: smtp.port })
  faultRoutes(app, faults)
  mailRoutes(app, mailbox)
  googleRoutes(app, { db, origin, redirectUris: options.googleRedirectUris ?? [] })
  cardRoutes(app, { db, faults, webhooks })
  disputePages(app, { db, webhooks })
  serveFile(app, '/sandbox.css', './sandbox.css')
  serveFile(app, '/stripe.js', './stripe-js/stripe.js')
  serveFile(app, '/card-element', './stripe-js/card-element.html')
  for (const file of ['card-element.js', 'card-element.css', 'card-rules.js', 'challenge.js']) {
    serveFile(app, `/${file}`, `./stripe-js/${file}`)
  }
  await app.listen({ host, port })

  return {
    url: origin(),
    smtpPort: smtp.port,
    setWebhookUrl: (url) => webhooks.setUrl(url),
    setFaults: (wanted) => void faults.set(wanted),
    async stop() {
      await Promise.all([app.close(), smtp.stop(), webhooks.stop()])
      db.close()
    },
  }
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port
