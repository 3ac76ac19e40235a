import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { createKeyedCounts } from './keyed-counts.ts'
import { networksOf } from './rate-limit-key.ts'

/** Responses that are sent piece by piece, as their clients read them. */
export interface Streams {
  /**
   * Keeps a place until the response of `prepare` is sent, or it throws. Throws `too-many` beyond the limit of the
   * client's address, `unavailable` beyond that of the node.
   */
  open(request: FastifyRequest, prepare: () => Promise<Chunks> | Chunks): Promise<Readable>
  readonly count: number
}

type Chunks = AsyncIterable<string | Buffer>

interface Options {
  /** At the same time, for clients of one address. */
  perAddress?: number
  /** At the same time: each holds a piece of its response. */
  total?: number
  /** Clients that read less are cut off. */
  bytesPerSecond?: number
}

interface Stream {
  /** Bytes that the client has taken, and for how long it was waited for. */
  taken: number
  waitedMs: number
  /** When the piece on its way was offered; undefined while the next piece is made. */
  offeredAt: number | undefined
  cutOff: () => void
}

/** A piece that a slow client takes within two seconds. */
const pieceBytes = 16 * 1024

/** The time before a client's speed counts: connections start slowly. */
const graceMs = 5_000

const checkMs = 1_000

export function createStreams({
  perAddress = 2,
  total = 40,
  bytesPerSecond = 10_000,
}: Options = {}): Streams {
  const streams = new Set<Stream>()
  const byAddress = createKeyedCounts()
  let timer: NodeJS.Timeout | undefined

  const isSlow = ({ taken, waitedMs, offeredAt }: Stream) => {
    if (offeredAt === undefined) return false
    const ms = waitedMs + performance.now() - offeredAt
    return ms > graceMs && taken < (ms / 1000) * bytesPerSecond
  }
  const cutOffSlow = () => {
    for (const stream of streams) if (isSlow(stream)) stream.cutOff()
  }

  return {
    async open(request, prepare) {
      const networks = networksOf(request.ip)
      const full = networks.find(({ key, times }) => byAddress.of(key) >= times * perAddress)
      if (full) throw tooMany(perAddress)
      if (streams.size >= total) throw new AppError('unavailable', { headers: retryAfter(5) })
      const stream: Stream = {
        taken: 0,
        waitedMs: 0,
        offeredAt: undefined,
        cutOff: () => request.raw.socket.destroy(),
      }
      for (const { key } of networks) byAddress.add(key)
      streams.add(stream)
      if (streams.size === 1) timer = setInterval(cutOffSlow, checkMs).unref()
      const end = () => {
        for (const { key } of networks) byAddress.remove(key)
        streams.delete(stream)
        if (streams.size === 0) clearInterval(timer)
      }
      try {
        const chunks = await prepare()
        const pieces = { objectMode: false, highWaterMark: pieceBytes }
        return Readable.from(paced(chunks, stream), pieces).once('close', end)
      } catch (error) {
        end()
        throw error
      }
    },
    get count() {
      return streams.size
    },
  }
}

function tooMany(perAddress: number) {
  const detail = `${perAddress} unpaged lists are already streaming to your IP address. Wait, or page with limit`
  return new AppError('too-many', { detail, headers: retryAfter(5) })
}

async function* paced(chunks: Chunks, stream: Stream) {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const offeredAt = performance.now()
      stream.offeredAt = offeredAt
      const piece = bytes.subarray(start, start + pieceBytes)
      yield piece
      stream.offeredAt = undefined
      stream.waitedMs += performance.now() - offeredAt
      stream.taken += piece.length
    }
  }
}
