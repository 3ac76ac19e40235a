import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { accounts } from '#contract/accounts.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import type { Endpoint, Request, Response } from '#contract/shared/endpoint.ts'
import type { Problem } from '#contract/shared/problem-document.ts'
import type { OrderRules } from '#contract/shared/quantity.ts'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import { createApp } from '../app.ts'
import type { Parts } from '../app.ts'
import { loadConfig } from '../config/config.ts'
import { openDatabase } from '../db/index.ts'
import { setRole } from '../features/users/admins.ts'
import { createAccessTokens } from '../services/identity/access-tokens.ts'
import { createCards } from '../services/cards/cards.ts'
import { createIdentity } from '../services/identity/identity.ts'
import { openImageStore } from '../services/images/open-image-store.ts'
import { openTracing } from '../observability/tracing/open-tracing.ts'
import { copyDatabase } from './copied-database.ts'
import { generousTimeouts, templateDatabase } from './global-setup.ts'

export interface TestUser {
  uid: string
  email: string
  token: string
  idToken: string
}

type Answer<E extends Endpoint> = {
  status: number
  headers: Record<string, unknown>
  body: Response<E> & Problem
}

type Person = {
  uid?: string
  signedInAt?: Date
  name?: string
  email?: string
  isVerified?: boolean
  isAdmin?: boolean
}
type CallOptions = { idempotencyKey?: string; headers?: Record<string, string> }

export type TestShop = Awaited<ReturnType<typeof openShop>>

const issuer = 'https://identity.example'
const audience = 'auto-parts'

/** A shop for one test file with its own copy of a database, card provider and identity provider. */
export async function openShop(
  settings: Record<string, string> = {},
  logger: Parts['logger'] = false,
  template = templateDatabase,
) {
  const folder = mkdtempSync(join(tmpdir(), 'auto-parts-shop-'))
  const copy = await copyDatabase(template)
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: ':memory:',
    googleRedirectUris: ['http://localhost:3000/api/auth/callback/google'],
  })
  const config = await loadConfig({
    DATA_DIR: folder,
    JOB_INTERVAL_SECONDS: '3600', // tests run the jobs themselves
    LIMITS: 'off',
    SHIPPING_UNDO_SECONDS: '0',
    SIGN_UPS_PER_HOUR: '10000', // all accounts of a test have one address
    QUEUE_WAIT_MS: '10000', // on a busy machine too
    STRIPE_API_URL: sandbox.url,
    GOOGLE_ISSUER: `${sandbox.url}/google`,
    ...settings,
  })
  const tracing = config.traces && openTracing(config.traces, logger || { warn: () => {} })
  const database = openDatabase(copy.url, {
    timeouts: generousTimeouts,
    onPool: tracing?.statements,
  })
  const keys = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'test', alg: 'ES256' }
  const cards = createCards(config, logger || undefined)
  const parts: Parts = {
    config,
    database,
    identity: createIdentity({ issuer, audience, keys: createLocalJWKSet({ keys: [jwk] }) }),
    tokens: await createAccessTokens(config),
    cards,
    imageStore: openImageStore(config, { warn: () => {} }),
    logger,
    tracing,
  }
  const { app, shop } = await createApp(parts)

  const signIdToken = (claims: Record<string, unknown>, uid: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(uid)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(keys.privateKey)

  const call = <E extends Endpoint>(
    who: TestUser | undefined,
    e: E,
    request: Request<E>,
    options: CallOptions = {},
  ) => callApi(app, e, request as Record<string, unknown>, { ...options, token: who?.token })

  return {
    app,
    shop,
    parts,
    database,
    config,
    sandbox,
    call,
    signIdToken,
    /** Issuer, audience and keys, to forge ID tokens. */
    provider: { issuer, audience, ...keys },

    /** Exchanges an ID token for an access token, as the browser does. */
    async signIn({ name = 'Mia', isVerified = true, isAdmin = false, ...rest }: Person = {}) {
      const uid = rest.uid ?? randomUUID()
      const email = rest.email ?? `${name.toLowerCase()}.${uid.slice(0, 8)}@shop.example`
      const claims = {
        email,
        email_verified: isVerified,
        name,
        ...(rest.signedInAt && { auth_time: rest.signedInAt.getTime() / 1000 }),
      }
      const idToken = await signIdToken(claims, uid)
      const answer = await callApi(
        app,
        accounts.exchange,
        { params: { email } },
        { token: idToken },
      )
      if (isAdmin) await setRole(database.db, email, 'admin')
      return { uid, email, idToken, token: answer.body.token } satisfies TestUser
    },

    /** Adds a product with stock. */
    async stock({
      quantity = 100,
      price = 6800,
      name = `Part ${randomUUID()}`,
      kind,
      minimumOrder,
      packSize,
      partNumber,
    }: OrderRules & {
      quantity?: number
      price?: number
      name?: string
      kind?: string
      partNumber?: string
    } = {}) {
      const { rows } = await sql<{ id: string }>`
        with added as (
          insert into products (name, email, price_cents, quantity, description, img,
                                kind, minimum_order, pack_size, part_number)
          values (${name}, 'admin@shop.example', ${price}, ${quantity}, 'A part for tests',
                  '/parts/door-rubber.svg', ${kind}, ${minimumOrder}, ${packSize}, ${partNumber})
          returning id, quantity
        ), moved as (
          insert into stock_movements (product_id, delta, reason)
          select id, quantity, 'received' from added where quantity > 0
        )
        select id from added`.execute(database.db)
      return { id: rows[0]!.id, name, price: price / 100, quantity }
    },

    /** Confirms an intent at the card provider, as the browser would. */
    confirmCard: (intentId: string, paymentMethod = 'pm_card_visa'): Promise<{ status: string }> =>
      stripeOf(sandbox.url).paymentIntents.confirm(intentId, { payment_method: paymentMethod }),

    stripe: stripeOf(sandbox.url),

    async close() {
      await app.close()
      await database.close()
      await tracing?.close()
      await sandbox.stop()
      await copy.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Calls an endpoint of any app. */
export async function callApi<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  { params, query, body }: Record<string, unknown>,
  { token, idempotencyKey, headers }: CallOptions & { token?: string | undefined },
): Promise<Answer<E>> {
  const response = await app.inject({
    method: e.method,
    url: `/api${pathOf(e, params as Record<string, unknown>)}`,
    query: query as Record<string, string>,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as object }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

function stripeOf(url: string) {
  const { hostname, port } = new URL(url)
  return new Stripe('sk_test_sandbox', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  })
}
