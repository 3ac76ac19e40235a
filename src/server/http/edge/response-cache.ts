import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LimitName } from '#contract/shared/limits.ts'

/** A public answer: everything of it is made at most once for everybody who asks meanwhile. */
export interface KeptAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  etag: string
  /** What is counted for whoever gets it. */
  limit: LimitName
  /** The pattern of the address, under which it is counted. */
  route: string
  /** Ready to send, by what the request can take. */
  variants: Map<Variant, Ready>
}

type Encoding = 'br' | 'gzip'
type Variant = Encoding | 'plain' | 'known'

interface Ready {
  status: number
  headers: Readonly<Record<string, string>>
  /** The same headers as the raw response takes them. */
  rawHeaders: string[]
  body?: Buffer
  /** A small body with its bytes as letters (latin1), which leaves the process together with the headers. */
  text?: string
}

export interface Fresh {
  status?: number
  headers: Readonly<Record<string, string>>
  body: string
}

interface Entry {
  answer: Promise<KeptAnswer | undefined>
  until: number
  /** The answer once it is there. */
  ready?: KeptAnswer | undefined
}

/** Public answers held for a moment. `clear` after a write, so that this node never shows what it replaced. */
export interface Kept {
  /** `make` answers undefined for what is too long to keep; that is remembered for a moment too. */
  get(
    key: string,
    counted: Pick<KeptAnswer, 'limit' | 'route'>,
    make: () => Promise<Fresh | undefined>,
  ): Promise<KeptAnswer | undefined>
  /** What would be answered without waiting; undefined when it has to be made. */
  ready(key: string): KeptAnswer | undefined
  clear(): void
}

/** Other nodes' writes show after `maxAgeMs` at the latest, without any message between nodes. */
export function createKept({
  maxAgeMs = 200,
  maxEntries = 100,
  /** The headers that every answer of an address carries. */
  headersFor = (_path: string): Readonly<Record<string, string>> => ({}),
} = {}): Kept {
  const entries = new Map<string, Entry>()

  // Anybody can ask for ever new addresses, so what nobody will get any more is let go at once.
  const makeRoom = (now: number) => {
    for (const [key, { until }] of entries) {
      if (until > now && entries.size < maxEntries) return
      entries.delete(key)
    }
  }

  return {
    get(key, counted, make) {
      const found = entries.get(key)
      if (found && found.until > performance.now()) return found.answer
      entries.delete(key)
      makeRoom(performance.now())
      const answer = make().then((fresh) => {
        if (!fresh) return undefined
        const headers = { ...headersFor(key), ...fresh.headers }
        return prepare({ ...fresh, headers }, counted, found?.ready)
      })
      const entry: Entry = { answer, until: performance.now() + maxAgeMs }
      entries.set(key, entry)
      answer.then(
        (made) => {
          entry.ready = made
        },
        () => {
          if (entries.get(key) === entry) entries.delete(key)
        },
      )
      return answer
    },
    ready(key) {
      const found = entries.get(key)
      return found?.ready && found.until > performance.now() ? found.ready : undefined
    },
    // Not forgotten: what is made anew may be what it was, and is compressed already.
    clear: () => entries.forEach((entry) => (entry.until = 0)),
  }
}

function prepare(
  fresh: Fresh,
  counted: Pick<KeptAnswer, 'limit' | 'route'>,
  last: KeptAnswer | undefined,
): KeptAnswer {
  const { status = 200, headers } = fresh
  const body = Buffer.from(fresh.body)
  if (last?.status === status && isSame(last.headers, headers) && last.body.equals(body))
    return last
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  return { ...counted, status, headers, body, etag, variants: new Map() }
}

const isSame = (a: KeptAnswer['headers'], b: KeptAnswer['headers']) =>
  JSON.stringify(a) === JSON.stringify(b)

const smallestWorthCompressing = 1000

/** Up to here, to copy a body behind its headers costs less than to send it apart from them. */
const smallBody = 16_000

export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer) {
  const { status, headers, body } = readyFor(request, kept)
  return reply.code(status).headers(headers).send(body)
}

/** What this request gets: the body as it can take it, or that what it has is still right. */
export function readyFor(
  { headers: asked }: Pick<IncomingMessage, 'headers'>,
  kept: KeptAnswer,
): Ready {
  // A proxy on the way may have marked the tag as weak, or sent several.
  const isKnown = asked['if-none-match']?.includes(kept.etag)
  const variant = isKnown ? 'known' : encodingFor(asked['accept-encoding'], kept)
  const made = kept.variants.get(variant)
  if (made) return made
  const ready = makeReady(kept, variant)
  kept.variants.set(variant, ready)
  return ready
}

function makeReady({ status, body, etag, ...kept }: KeptAnswer, variant: Variant): Ready {
  const headers: Record<string, string> = {
    ...kept.headers,
    etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  }
  if (variant === 'known')
    return { status: 304, headers, rawHeaders: Object.entries(headers).flat() }
  const bytes = variant === 'plain' ? body : compress(body, variant)
  if (variant !== 'plain') headers['content-encoding'] = variant
  headers['content-length'] = String(bytes.length)
  return {
    status,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    body: bytes,
    ...(bytes.length <= smallBody && { text: bytes.toString('latin1') }),
  }
}

function encodingFor(accepted = '', { body }: KeptAnswer): Encoding | 'plain' {
  if (body.length < smallestWorthCompressing) return 'plain'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
}

const compress = (body: Buffer, encoding: Encoding) =>
  encoding === 'gzip'
    ? gzipSync(body)
    : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
