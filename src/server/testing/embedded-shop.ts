import { randomUUID } from 'node:crypto'
import { accounts } from '#contract/accounts.ts'
import { users } from '#contract/users.ts'
import { createApp } from '../app.ts'
import { signOutEverywhere } from '../features/accounts/queries.ts'
import { createIdentity } from '../services/identity/identity.ts'
import { browserAt, idTokenOf } from './browser-at.ts'
import type { Browser } from './browser-at.ts'
import { openProvider } from './embedded-provider.ts'
import { callApi, openShop } from './shop.ts'

interface Tokens {
  email: string
  idToken: string
  token: string
}

/** A shop whose accounts are at the embedded identity provider, with the links of its mails. */
export async function openEmbeddedShop(settings: Record<string, string> = {}) {
  const shop = await openShop(settings)
  const links = { verification: new Map<string, string>(), reset: new Map<string, string>() }
  const provider = openProvider(shop, {
    sendVerification: async ({ email }, url) => void links.verification.set(email, url),
    sendPasswordReset: async ({ email }, url) => void links.reset.set(email, url),
    onSessionsEnded: signOutEverywhere,
  })
  const { app } = await createApp({ ...shop.parts, identity: createIdentity(provider) })
  const { PUBLIC_URL: origin } = shop.config

  const exchange = (email: string, token: string) =>
    callApi(app, accounts.exchange, { params: { email } }, { token })

  const askIsAdmin = ({ email, token }: Tokens) =>
    callApi(app, users.isAdmin, { params: { email } }, { token })

  return {
    config: shop.config,
    database: shop.database,
    exchange,
    browser: () => browserAt(provider, origin),
    newAccount: (password = 'taillight-40') => ({
      name: 'Mia',
      email: `mia.${randomUUID()}@shop.example`,
      password,
    }),
    verificationLink: ({ email }: { email: string }) => String(links.verification.get(email)),

    /** The token of a new link that resets the password. */
    async resetToken(ask: Browser, { email }: { email: string }): Promise<string | null> {
      links.reset.delete(email)
      await ask('request-password-reset', { email, redirectTo: '/reset-password' })
      const link = links.reset.get(email)
      if (!link) return null
      const page = new URL(String((await ask(link)).headers.get('location')), origin)
      return page.searchParams.get('token')
    },

    /** The tokens of a signed-in browser. */
    async enter(ask: Browser, { email }: { email: string }): Promise<Tokens> {
      const idToken = await idTokenOf(ask)
      return { email, idToken, token: (await exchange(email, idToken)).body.token }
    },

    isAdmin: async (of: Tokens) => (await askIsAdmin(of)).body.admin,

    /** What an access token and an ID token are answered. */
    statusesOf: async (of: Tokens) => [
      (await askIsAdmin(of)).status,
      (await exchange(of.email, of.idToken)).status,
    ],

    async close() {
      await app.close()
      await shop.close()
    },
  }
}

export type EmbeddedShop = Awaited<ReturnType<typeof openEmbeddedShop>>
