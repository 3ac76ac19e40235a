import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A public answer, ready to send: compressed at most once for everybody who asks meanwhile. */
export interface KeptAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  etag: string
  encoded: Map<string, Buffer>
}

export interface Fresh {
  status?: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Public answers held for a moment. `clear` after a write, so that this node never shows what it replaced. */
export interface Kept {
  /** `make` answers undefined for what is too long to keep; that is remembered for a moment too. */
  get(key: string, make: () => Promise<Fresh | undefined>): Promise<KeptAnswer | undefined>
  clear(): void
}

/** Other nodes' writes show after `maxAgeMs` at the latest, without any message between nodes. */
export function createKept({ maxAgeMs = 200, maxEntries = 100 } = {}): Kept {
  const entries = new Map<string, { answer: Promise<KeptAnswer | undefined>; until: number }>()

  // Anybody can ask for ever new addresses, so what nobody will get any more is let go at once.
  const makeRoom = (now: number) => {
    for (const [key, { until }] of entries) {
      if (until > now && entries.size < maxEntries) return
      entries.delete(key)
    }
  }

  return {
    get(key, make) {
      const found = entries.get(key)
      if (found && found.until > performance.now()) return found.answer
      entries.delete(key)
      makeRoom(performance.now())
      const answer = make().then((fresh) => fresh && prepare(fresh))
      const entry = { answer, until: performance.now() + maxAgeMs }
      entries.set(key, entry)
      answer.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return answer
    },
    clear: () => entries.clear(),
  }
}

function prepare({ status = 200, headers, body }: Fresh): KeptAnswer {
  const bytes = Buffer.from(body)
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { status, headers, body: bytes, etag, encoded: new Map() }
}

const smallestWorthCompressing = 1000

export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer) {
  reply.code(kept.status).headers({
    ...kept.headers,
    etag: kept.etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  // A proxy on the way may have marked the tag as weak, or sent several.
  if (request.headers['if-none-match']?.includes(kept.etag)) return reply.code(304).send()
  const encoding = encodingFor(request, kept)
  if (!encoding) return reply.send(kept.body)
  return reply.header('content-encoding', encoding).send(encode(kept, encoding))
}

function encodingFor(request: FastifyRequest, { body }: KeptAnswer): 'br' | 'gzip' | undefined {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (body.length < smallestWorthCompressing) return undefined
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

function encode(kept: KeptAnswer, encoding: 'br' | 'gzip'): Buffer {
  const made = kept.encoded.get(encoding)
  if (made) return made
  const bytes =
    encoding === 'gzip'
      ? gzipSync(kept.body)
      : brotliCompressSync(kept.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  kept.encoded.set(encoding, bytes)
  return bytes
}
