import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createCards } from './cards.ts'

/** A provider that makes one intent and remembers how it was asked. */
async function startProvider() {
  const asked: { headers: IncomingHttpHeaders; form: URLSearchParams }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ headers: request.headers, form: new URLSearchParams(body) })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: 'pi_1', object: 'payment_intent', metadata: {} }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('an intent names its order to the provider and to the buyer’s bank, in a version that we chose', async () => {
  const { asked, url } = await startProvider()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'auto-parts-cards-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const cards = createCards(await loadConfig({ DATA_DIR, STRIPE_API_URL: url }))
  const id = '019abc00-0000-7000-8000-00000012cdef'
  await cards.intentFor({ id, round: 2, totalCents: 68_000 })
  const [{ headers, form } = { headers: {}, form: new URLSearchParams() }] = asked
  expect(headers['stripe-version']).toBe('2026-10-28.endive')
  expect(Object.fromEntries(form)).toEqual({
    amount: '68000',
    currency: 'usd',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    description: `Order ${id}`,
    statement_descriptor_suffix: 'PO 12CDEF',
    'metadata[order]': id,
    'metadata[round]': '2',
  })
})
