import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LimitName } from '#contract/shared/limits.ts'
import { acceptedEncoding } from './accept-encoding.ts'
import type { Coding } from './accept-encoding.ts'

/** A cached public response; concurrent requests share one computation. */
export interface CachedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** The value that the body serialises, for pages that read it without HTTP. */
  value?: unknown
  etag: string
  /** The rate limit that a request for it counts towards. */
  limit: LimitName
  /** The pattern of the URL, for metrics. */
  route: string
  /** The forms that were sent so far. */
  variants: Map<Variant, EncodedResponse>
}

type Variant = Coding | 'plain' | 'not-modified'

interface EncodedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** The same headers as `writeHead` takes them. */
  rawHeaders: string[]
  body?: Buffer
  /** A small body as latin1 text, which is written together with the headers. */
  text?: string
}

export interface FreshResponse {
  status?: number
  headers: Readonly<Record<string, string>>
  body: string
  value?: unknown
}

interface Entry {
  response: Promise<CachedResponse | undefined>
  expiresAt: number
  /** Set once the response is made. */
  ready?: CachedResponse | undefined
}

/** The response cache, a micro-cache of public responses: each lives for a fraction of a second. */
export interface ResponseCache {
  /** `make` returns undefined for a body too large to cache; that result is cached too. */
  get(
    key: string,
    counted: Pick<CachedResponse, 'limit' | 'route'>,
    make: () => Promise<FreshResponse | undefined>,
  ): Promise<CachedResponse | undefined>
  /** The response if it is cached already. */
  ready(key: string): CachedResponse | undefined
  /** Expires everything. */
  clear(): void
}

/** Writes on other nodes show after `maxAgeMs` at the latest, without messages between nodes. */
export function createResponseCache({
  maxAgeMs = 200,
  maxEntries = 100,
  /** The headers of every response to a path. */
  headersFor = (_path: string): Readonly<Record<string, string>> => ({}),
} = {}): ResponseCache {
  const entries = new Map<string, Entry>()

  // Clients can request ever new URLs, so expired entries go first and the oldest after them.
  const makeRoom = (now: number) => {
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt > now && entries.size < maxEntries) return
      entries.delete(key)
    }
  }

  return {
    get(key, counted, make) {
      const found = entries.get(key)
      if (found && found.expiresAt > performance.now()) return found.response
      entries.delete(key)
      makeRoom(performance.now())
      const response = make().then((fresh) => {
        if (!fresh) return undefined
        const headers = { ...headersFor(key), ...fresh.headers }
        return prepare({ ...fresh, headers }, counted, found?.ready)
      })
      const entry: Entry = { response, expiresAt: performance.now() + maxAgeMs }
      entries.set(key, entry)
      response.then(
        (made) => {
          entry.ready = made
        },
        () => {
          if (entries.get(key) === entry) entries.delete(key)
        },
      )
      return response
    },
    ready(key) {
      const found = entries.get(key)
      return found?.ready && found.expiresAt > performance.now() ? found.ready : undefined
    },
    // Expired, not deleted: if the next body is identical, the compressed variants are reused (docs/decisions/0023).
    clear: () => entries.forEach((entry) => (entry.expiresAt = 0)),
  }
}

function prepare(
  fresh: FreshResponse,
  counted: Pick<CachedResponse, 'limit' | 'route'>,
  last: CachedResponse | undefined,
): CachedResponse {
  const { status = 200, headers, value } = fresh
  const body = Buffer.from(fresh.body)
  if (last?.status === status && isSame(last.headers, headers) && last.body.equals(body))
    return last
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  return { ...counted, status, headers, body, value, etag, variants: new Map() }
}

const isSame = (a: CachedResponse['headers'], b: CachedResponse['headers']) =>
  JSON.stringify(a) === JSON.stringify(b)

const minCompressedBytes = 1000

/** Up to this size, copying a body behind its headers costs less than a second write. */
const smallBodyBytes = 16_000

export function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse) {
  const { status, headers, body } = encodedFor(request, cached)
  return reply.code(status).headers(headers).send(body)
}

/** The form that this request accepts: compressed, plain, or 304 if its copy is current. */
export function encodedFor(
  { headers }: Pick<IncomingMessage, 'headers'>,
  cached: CachedResponse,
): EncodedResponse {
  // A proxy may have marked the tag as weak or sent several.
  const isCurrent = headers['if-none-match']?.includes(cached.etag)
  const variant = isCurrent ? 'not-modified' : encodingFor(headers['accept-encoding'], cached)
  const made = cached.variants.get(variant)
  if (made) return made
  const encoded = encode(cached, variant)
  cached.variants.set(variant, encoded)
  return encoded
}

function encode({ status, body, etag, ...cached }: CachedResponse, variant: Variant) {
  const headers: Record<string, string> = {
    ...cached.headers,
    etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  }
  if (variant === 'not-modified')
    return { status: 304, headers, rawHeaders: Object.entries(headers).flat() }
  const bytes = variant === 'plain' ? body : compress(body, variant)
  if (variant !== 'plain') headers['content-encoding'] = variant
  headers['content-length'] = String(bytes.length)
  return {
    status,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    body: bytes,
    ...(bytes.length <= smallBodyBytes && { text: bytes.toString('latin1') }),
  }
}

function encodingFor(header: string | undefined, { body }: CachedResponse): Coding | 'plain' {
  const { coding = 'plain', refusesPlain } = acceptedEncoding(header)
  return body.length < minCompressedBytes && !refusesPlain ? 'plain' : coding
}

const compress = (body: Buffer, encoding: Coding) =>
  encoding === 'gzip'
    ? gzipSync(body)
    : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
