import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'

export type Collector = Awaited<ReturnType<typeof startCollector>>

const hex = (digits: number) => z.string().check(z.regex(new RegExp(`^[\\da-f]{${digits}}$`)))
const nanoseconds = z.string().check(z.regex(/^\d{19}$/))
/** Spans of the shop have neither events nor links, and lose nothing. */
const none = z.array(z.never())
const attributes = z.pipe(
  z.array(
    z.strictObject({
      key: z.string(),
      value: z.union([
        z.strictObject({ stringValue: z.string() }),
        z.strictObject({ intValue: z.int() }),
      ]),
    }),
  ),
  z.transform((pairs) =>
    Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]])),
  ),
)
const Span = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: z.optional(hex(16)),
  name: z.string().check(z.minLength(1)),
  kind: z.int().check(z.gte(1), z.lte(5)),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.strictObject({ code: z.union([z.literal(0), z.literal(2)]) }),
  flags: z.int(),
  events: none,
  links: none,
  droppedAttributesCount: z.literal(0),
  droppedEventsCount: z.literal(0),
  droppedLinksCount: z.literal(0),
})
const Batch = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.object({ name: z.string() }), spans: z.array(Span) }),
      ),
    }),
  ),
})
export type CollectedSpan = z.infer<typeof Span>

/** A trace collector on loopback that accepts only valid OTLP/HTTP in JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const requests: { headers: IncomingMessage['headers']; text: string; spans: number }[] = []
  let status = 200
  let isAway = false
  let refused = 0

  const server = createServer((request, response) => {
    if (isAway) {
      refused += 1
      return void request.socket.destroy()
    }
    return void take(request).then(
      () => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
      (error: unknown) => response.writeHead(400).end(String(error)),
    )
  })

  async function take(request: IncomingMessage) {
    const { method, url, headers } = request
    const bytes = await buffer(request)
    const text = String(headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)
    const batch = Batch.parse(JSON.parse(text))
    if (method !== 'POST' || url !== '/v1/traces' || headers['content-type'] !== 'application/json')
      throw new Error('not OTLP/HTTP in JSON')
    const scopes = batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)
    const taken = scopes.flatMap(({ spans }) => spans)
    requests.push({ headers, text, spans: taken.length })
    if (status !== 200) return
    spans.push(...taken)
    resources.push(...batch.resourceSpans.map(({ resource }) => resource.attributes))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    /** All valid requests, including those with an error response. */
    requests,
    /** The number of requests cut off while away. */
    refused: () => refused,
    answerWith(next: number) {
      status = next
    },
    /** Closes all connections while true, and keeps its port. */
    setAway(next: boolean) {
      isAway = next
      if (isAway) server.closeAllConnections()
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
