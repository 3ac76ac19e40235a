import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordSpans } from '../../testing/recorded-spans.ts'
import { traceOutgoingCalls } from './outgoing-calls.ts'

const { tracer, ended, start } = recordSpans()
const stop = traceOutgoingCalls(tracer)

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
  stop()
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

/** The spans of calls that the work makes within a request. */
async function callsOf(work: () => Promise<void>) {
  const { within, children } = start('request')
  await within(work)
  return children()
}

test.each(ways)('a call by %s is named by the plain words of its path', async (_, call) => {
  const path = '/v1/payment_intents/pi_3Q9xSecret/cancel/upload-e2f1?key=a-secret&q=brakes'
  const calls = await callsOf(() => call(url + path))
  expect(calls).toMatchObject([
    {
      name: 'GET /v1/payment_intents/{}/cancel/{}',
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': 'GET',
        'server.address': '127.0.0.1',
        'url.template': '/v1/payment_intents/{}/cancel/{}',
        'http.response.status_code': 200,
      },
      status: { code: SpanStatusCode.UNSET },
    },
  ])
  const [{ name, attributes } = { name: '', attributes: {} }] = calls
  expect(JSON.stringify({ name, attributes })).not.toMatch(/secret|brakes|e2f1/i)
})

test.each(ways)('a call by %s fails on 404 and on a closed connection', async (_, call) => {
  const status = { code: SpanStatusCode.ERROR }
  const missing = await callsOf(() => call(`${url}/missing`))
  expect(missing).toMatchObject([{ status, attributes: { 'error.type': '404' } }])
  const silent = await callsOf(() => call(`${url}/silent`).catch(() => {}))
  const errorType = expect.stringMatching(/^ECONNRESET$|^UND_ERR_SOCKET$/) as unknown
  expect(silent).toMatchObject([{ status, attributes: { 'error.type': errorType } }])
})

test('calls outside of a trace are not recorded', async () => {
  const before = ended.length
  for (const [, call] of ways) await call(url)
  expect(ended).toHaveLength(before)
})
