import type { FastifyInstance } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { sendPage } from '../pages.ts'
import { saveAccount, sampleAccounts } from './accounts.ts'
import type { Account } from './accounts.ts'
import { createProvider } from './provider.ts'

const Choice = z.union([
  z.object({ cancel: z.literal('yes') }),
  z.object({ email: z.email().max(200), name: z.string().trim().min(1).max(100) }),
])

/** Google under /google: the OpenID provider, and the sandbox's account chooser. */
export function googleRoutes(
  app: FastifyInstance,
  { db, origin, redirectUris }: { db: Database; origin: () => string; redirectUris: string[] },
) {
  // The issuer contains the port, which is known once the sandbox listens.
  let created: ReturnType<typeof createProvider> | undefined
  const provider = () =>
    (created ??= createProvider(db, { issuer: `${origin()}/google`, redirectUris }))

  app.get('/google/interaction/:uid', async (request, reply) => {
    const { params } = await (await provider()).interactionDetails(request.raw, reply.raw)
    return sendPage(reply, 'Sign in with Google', chooser(String(params['client_id'])))
  })

  app.post('/google/interaction/:uid', async (request, reply) => {
    const choice = Choice.safeParse(request.body)
    if (!choice.success) return reply.redirect(request.url, 303)
    const result = resultOf(db, choice.data)
    const next = await (await provider()).interactionResult(request.raw, reply.raw, result)
    return reply.redirect(next, 303)
  })

  app.register((scope, _options, done) => {
    // The provider reads its own request bodies.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    scope.all('/google/*', async (request, reply) => {
      const handle = (await provider()).callback()
      const { raw } = request
      reply.hijack()
      if (raw.headers.cookie) raw.headers.cookie = withoutSession(raw.headers.cookie)
      // The provider reads Express's originalUrl, which Node's request does not have.
      await handle(
        Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice('/google'.length) }),
        reply.raw,
      )
    })
    done()
  })
}

function resultOf(db: Database, choice: z.output<typeof Choice>): InteractionResults {
  if ('cancel' in choice) return { error: 'access_denied' }
  // The results of all prompts: the provider reads the one that it requested.
  const login = { accountId: saveAccount(db, choice), remember: false }
  return { login, select_account: {}, consent: {} }
}

/** Without its session cookie the provider asks for an account at each sign-in. */
const withoutSession = (cookies: string) =>
  cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith('sandbox_google'))
    .join('; ')

const chooser = (client: string): Html =>
  html`<h1>Choose an account</h1>
    <p>to continue to <b>${client}</b>. This is the sandbox's Google: no password needed.</p>
    <ul class="accounts">
      ${sampleAccounts.map((account) => html`<li>${accountButton(account)}</li>`)}
    </ul>
    <h2>Use another account</h2>
    <form method="post" class="another">
      <label>E-mail <input type="email" name="email" required autocomplete="off" /></label>
      <label>Name <input name="name" required autocomplete="off" /></label>
      <button class="primary">Continue</button>
      <button name="cancel" value="yes" formnovalidate>Cancel</button>
    </form>`

const accountButton = ({ email, name }: Account) =>
  html`<form method="post">
    <input type="hidden" name="email" value="${email}" />
    <input type="hidden" name="name" value="${name}" />
    <button><b>${name}</b><span>${email}</span></button>
  </form>`
