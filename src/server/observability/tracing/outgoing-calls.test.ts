import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FinishedSpan } from './otlp.ts'
import { traceOutgoingCalls } from './outgoing-calls.ts'
import { createTracer } from './tracer.ts'

const told: FinishedSpan[] = []
const tracer = createTracer({ share: 1, followsCaller: true }, (span) => void told.push(span))
const end = traceOutgoingCalls(tracer)

const service = createServer((asked, answer) => {
  if (asked.url === '/silent') asked.socket.destroy()
  else answer.writeHead(asked.url === '/missing' ? 404 : 200).end()
})
let url: string
beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => {
  end()
  service.closeAllConnections()
  service.close()
})

const byFetch = async (address: string) => void (await (await fetch(address)).arrayBuffer())
const byHttp = async (address: string) => {
  const [answer] = await once(request(address).end(), 'response')
  answer.resume()
  await once(answer, 'end')
}
const ways = [
  ['fetch', byFetch],
  ['node:http', byHttp],
] as const

/** What was told of the work, done as what belongs to a request. */
async function tracesOf(work: () => Promise<void>) {
  const before = told.length
  const span = tracer.begin('request', 'server', {})!
  await tracer.within(span, work)
  const parts = told.slice(before)
  expect(
    parts.every(
      ({ traceId, parentSpanId }) => traceId === span.traceId && parentSpanId === span.spanId,
    ),
  ).toBe(true)
  return parts
}

test.each(ways)(
  'a call by %s is told by its host and the plain words of its path',
  async (_, call) => {
    const path = '/v1/payment_intents/pi_3Q9xSecret/cancel/upload-e2f1?key=a-secret&q=brakes'
    const parts = await tracesOf(() => call(url + path))
    expect(parts).toMatchObject([
      {
        name: 'GET /v1/payment_intents/{}/cancel/{}',
        kind: 'client',
        attributes: {
          'http.request.method': 'GET',
          'server.address': '127.0.0.1',
          'url.template': '/v1/payment_intents/{}/cancel/{}',
          'http.response.status_code': 200,
        },
        isError: false,
      },
    ])
    expect(JSON.stringify(parts)).not.toMatch(/secret|brakes|e2f1/i)
  },
)

test.each(ways)('a call by %s that finds nothing or nobody is told as failed', async (_, call) => {
  const nothing = await tracesOf(() => call(`${url}/missing`))
  expect(nothing).toMatchObject([{ isError: true, attributes: { 'error.type': '404' } }])
  const nobody = await tracesOf(() => call(`${url}/silent`).catch(() => {}))
  expect(nobody).toMatchObject([
    {
      isError: true,
      attributes: { 'error.type': expect.stringMatching(/^ECONNRESET$|^UND_ERR_SOCKET$/) },
    },
  ])
})

test('a call that nothing under way asks for is not told', async () => {
  const before = told.length
  for (const [, call] of ways) await call(url)
  expect(told).toHaveLength(before)
})
