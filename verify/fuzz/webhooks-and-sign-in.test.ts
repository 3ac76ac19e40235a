import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import Stripe from 'stripe'
import { afterAll, beforeAll, test } from 'vitest'
import { openSite } from '#server/testing/site.ts'
import type { Site } from '#server/testing/site.ts'
import { expectNoServerError, expectProblem } from './expectations.ts'
import { sendWithinLimit } from './response-time.ts'
import { parameters, timeout } from './settings.ts'
import { hostileText, hostileValue } from './values.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const post = (url: string, payload: string, headers: Record<string, string>) =>
  send({ method: 'POST', url, payload, headers })

function send(request: InjectOptions) {
  return sendWithinLimit(request, async () => {
    // Rate limits of the identity provider would refuse most requests; they are tested elsewhere.
    await site.database.pool.query('delete from rate_limits')
    return site.app.inject(request)
  })
}

const event = fc.oneof(
  { weight: 1, arbitrary: hostileValue },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        id: fc.oneof(fc.uuid(), hostileValue),
        type: fc.oneof(
          fc.constantFrom('payment_intent.succeeded', 'charge.refunded'),
          hostileValue,
        ),
        data: fc.oneof(
          hostileValue,
          fc.record({
            object: fc.oneof(
              hostileValue,
              fc.record(
                {
                  object: fc.constant('payment_intent'),
                  id: hostileValue,
                  payment_intent: hostileValue,
                },
                { requiredKeys: [] },
              ),
            ),
          }),
        ),
      },
      { requiredKeys: [] },
    ),
  },
)

test('any card provider event, signed or not, is stored or refused', { timeout }, async () => {
  const { STRIPE_WEBHOOK_SECRET: secret } = site.config
  const sign = (payload: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret })
  const signatures = fc.constantFrom('signed', 'none', '', 't=1,v1=a', 't=,v1=', 'v1', 't=NaN,v1=é')
  const property = fc.asyncProperty(
    event,
    signatures,
    fc.boolean(),
    async (body, signature, isCut) => {
      const whole = JSON.stringify(body)
      const payload = isCut ? whole.slice(0, -1) : whole
      const header = signature === 'signed' ? sign(payload) : signature
      const response = await post('/api/webhooks/stripe', payload, {
        'content-type': 'application/json',
        ...(signature !== 'none' && { 'stripe-signature': header }),
      })
      expectNoServerError(response)
      if (response.statusCode >= 400) expectProblem(response)
    },
  )
  await fc.assert(property, parameters())
})

const identityCalls = fc.constantFrom(
  ...[
    ['sign-in/email', 'sign-up/email', 'request-password-reset', 'reset-password', 'sign-out'],
    ['confirm-email', 'verify-email'],
    ['send-verification-email', 'sign-in/social', 'change-email', 'change-password', 'update-user'],
    [
      'delete-user',
      'revoke-session',
      'link-social',
      'verify-password',
      'callback/google',
      'nothing',
    ],
  ].flat(),
)

const identityBody = fc.oneof(
  { weight: 1, arbitrary: hostileValue },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        email: fc.oneof(fc.constant('mia@shop.example'), hostileValue),
        password: fc.oneof(fc.constant('a'), hostileValue),
        name: hostileValue,
        token: hostileValue,
        newPassword: hostileValue,
        provider: fc.oneof(fc.constant('google'), hostileValue),
        callbackURL: fc.oneof(
          fc.constantFrom('//evil.example', 'javascript:alert(1)'),
          hostileText,
        ),
        redirectTo: hostileText,
        rememberMe: hostileValue,
        image: hostileValue,
      },
      { requiredKeys: [] },
    ),
  },
)

test(
  'the identity provider responds to any request without a server error',
  { timeout },
  async () => {
    const origins = fc.oneof(
      fc.constant(site.config.PUBLIC_URL),
      fc.constantFrom('null', 'https://evil.example'),
    )
    const property = fc.asyncProperty(
      identityCalls,
      identityBody,
      origins,
      async (call, body, origin) => {
        const headers = { 'content-type': 'application/json', origin }
        expectNoServerError(await post(`/api/auth/${call}`, JSON.stringify(body), headers))
      },
    )
    await fc.assert(property, parameters())
  },
)

test('links into accounts answer any query without a server error', { timeout }, async () => {
  const links = fc.constantFrom('verify-email', 'reset-password/none', 'callback/google', 'error')
  const query = fc.record(
    {
      token: hostileText,
      callbackURL: fc.oneof(fc.constantFrom('/login', '//evil.example'), hostileText),
      state: hostileText,
      code: hostileText,
    },
    { requiredKeys: [] },
  )
  const property = fc.asyncProperty(links, query, fc.base64String(), async (link, asked, token) => {
    const headers = { cookie: `identity.known_browser=${token}` }
    const search = new URLSearchParams(asked as Record<string, string>).toString()
    expectNoServerError(await send({ method: 'GET', url: `/api/auth/${link}?${search}`, headers }))
  })
  await fc.assert(property, parameters())
})
