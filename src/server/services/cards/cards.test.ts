import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { createCards } from './cards.ts'

const intent: object = { id: 'pi_1', object: 'payment_intent', metadata: {} }

/** A provider with one response for every call, which records the requests. */
async function startProvider({ status = 200, headers = {}, body = intent } = {}) {
  const asked: { headers: IncomingHttpHeaders; form: URLSearchParams }[] = []
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      asked.push({ headers: request.headers, form: new URLSearchParams(sent) })
      response.writeHead(status, { ...headers, 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, ...(await connectTo(url)) }
}

/** The service for a provider at this address, with its lines of the log. */
async function connectTo(url: string) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'auto-parts-cards-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const warnings: object[] = []
  const log = { warn: (context: object, msg: string) => warnings.push({ ...context, msg }) }
  return { cards: createCards(await loadConfig({ DATA_DIR, STRIPE_API_URL: url }), log), warnings }
}

const id = '019abc00-0000-7000-8000-00000012cdef'

/** @shows row-70 */
test('an intent names its order to the provider and the buyer’s bank, with a pinned API version', async () => {
  const { asked, cards } = await startProvider()
  await cards.intentFor({ id, attempt: 2, totalCents: 68_000 })
  const [{ headers, form } = { headers: {}, form: new URLSearchParams() }] = asked
  expect(headers['stripe-version']).toBe('2026-10-28.endive')
  expect(Object.fromEntries(form)).toEqual({
    amount: '68000',
    currency: 'usd',
    'allowed_payment_method_types[0]': 'card',
    description: `Order ${id}`,
    statement_descriptor_suffix: 'PO 12CDEF',
    'metadata[order]': id,
    'metadata[round]': '2',
  })
})

/** @shows row-92 */
test.each([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
  ['appeal_needs_response', 'lost'],
  ['appeal_under_review', 'lost'],
  ['a_status_of_tomorrow', 'open'],
])('a dispute with the status %s is %s', async (status, state) => {
  const dispute = {
    id: 'dp_1',
    amount: 500,
    created: 1_800_000_000,
    payment_intent: 'pi_1',
    status,
  }
  const { cards } = await startProvider({
    body: { object: 'list', has_more: false, data: [{ ...dispute, reason: 'fraudulent' }] },
  })
  expect(await cards.disputesOf('pi_1')).toEqual([
    {
      id: 'dp_1',
      intentId: 'pi_1',
      state,
      status,
      reason: 'fraudulent',
      amount: 500,
      openedAt: new Date(1_800_000_000_000),
      dueBy: undefined,
    },
  ])
})

test('a payment attempt ends when the provider stores a failure for its key', async () => {
  const refusal = {
    status: 400,
    body: { error: { type: 'invalid_request_error', message: 'Your account takes no charges.' } },
  }
  const order = { id, attempt: 1, totalCents: 68_000 }
  const fresh = await startProvider(refusal)
  await expect(fresh.cards.intentFor(order)).rejects.toThrow('The card provider rejected a request')
  const kept = await startProvider({ ...refusal, headers: { 'idempotent-replayed': 'true' } })
  expect(await kept.cards.intentFor(order)).toBeUndefined()
})

const failed = { service: 'cards', msg: 'card provider request failed' }

/** @shows asvs-16.5.2 */
test('a provider that is away is named in the log, with the reason, until the breaker opens', async () => {
  const { cards, warnings } = await connectTo('http://127.0.0.1:9')
  const calls = Array.from({ length: 5 }, () => cards.findIntent('pi_1'))
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'unavailable' })
  await expect(cards.findIntent('pi_1')).rejects.toMatchObject({
    code: 'unavailable',
    cause: { code: 'EOPENBREAKER' },
  })
  const line = {
    ...failed,
    err: expect.objectContaining({ type: 'StripeConnectionError' }),
    reason: expect.stringContaining('ECONNREFUSED'),
  }
  const opened = { service: 'cards', msg: 'circuit breaker opened' }
  expect(warnings.filter((each) => 'err' in each)).toEqual(Array.from({ length: 5 }, () => line))
  expect(warnings.filter((each) => !('err' in each))).toEqual([opened])
})

/** @shows asvs-14.2.4 */
test('the log has no more of the answer of a failing provider than its type, status and text', async () => {
  const error = { type: 'api_error', message: 'Try later', payment_intent: { client_secret: 'x' } }
  const { cards, warnings } = await startProvider({ status: 500, body: { error } })
  await expect(cards.findIntent('pi_1')).rejects.toMatchObject({ code: 'unavailable' })
  expect(warnings).toEqual([
    { ...failed, err: { type: 'StripeAPIError', statusCode: 500, message: 'Try later' } },
  ])
})

/** @shows asvs-16.5.2 */
test('a provider that is silent is named in the log', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { cards, warnings } = await connectTo(`http://127.0.0.1:${port}`)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  })
  const answer = expect(cards.findIntent('pi_1')).rejects.toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(9_000)
  await answer
  expect(warnings).toEqual([{ ...failed, err: expect.objectContaining({ code: 'ETIMEDOUT' }) }])
})
