import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { TraceSettings } from '../../config/trace-settings.ts'
import { toOtlp } from './otlp.ts'
import type { FinishedSpan } from './otlp.ts'

/** Sends spans in batches, some time later. Never in the way of what they tell of. */
export interface Exporter {
  add(span: FinishedSpan): void
  readonly counts: Readonly<{ sent: number; dropped: number }>
  /** Sends what is left, as far as that goes in a few seconds. */
  close(): Promise<void>
}

type Log = Pick<FastifyBaseLogger, 'warn'>

/** "Not now", by OTLP; whatever else is refused would be refused again. */
const passing = new Set([429, 502, 503, 504])
const longestWaitMs = 60_000

const compress = promisify(gzip)

export function createExporter(settings: TraceSettings, log: Log, closingMs = 3_000): Exporter {
  const { batchMax, queueMax, delayMs } = settings
  const queue: FinishedSpan[] = []
  const counts = { sent: 0, dropped: 0 }
  const end = new AbortController()
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosing = false
  /** In a row: doubles the wait, and has been said already. */
  let failures = 0

  const tell = (failed: boolean, why: object) => {
    if (failed && failures === 0) log.warn(why, 'traces cannot be delivered')
    if (!failed && failures > 0) log.warn({ ...counts }, 'traces are delivered again')
    failures = failed ? failures + 1 : 0
  }

  const take = (count: number, outcome: keyof typeof counts) => {
    queue.splice(0, count)
    counts[outcome] += count
  }

  /** True if the batch was taken. */
  async function send(): Promise<boolean> {
    const batch = queue.slice(0, batchMax)
    try {
      const status = await post(settings, batch, end.signal)
      const isTaken = status >= 200 && status < 300
      if (isTaken || !passing.has(status)) take(batch.length, isTaken ? 'sent' : 'dropped')
      tell(!isTaken, { status })
      return isTaken
    } catch (error) {
      tell(true, { err: error })
      return false
    }
  }

  function waitMs(): number {
    if (failures === 0) return queue.length >= batchMax ? 0 : delayMs
    return Math.min(delayMs * 2 ** failures, Math.max(delayMs, longestWaitMs))
  }

  function schedule() {
    if (timer || sending || isClosing || queue.length === 0) return
    timer = setTimeout(begin, waitMs())
    timer.unref()
  }

  function begin() {
    timer = undefined
    sending = send().then(() => {
      sending = undefined
      schedule()
    })
  }

  return {
    counts,
    add(span) {
      if (queue.length >= queueMax) {
        counts.dropped += 1
        return
      }
      queue.push(span)
      // A batch that is full waits for nobody.
      if (queue.length === batchMax) {
        clearTimeout(timer)
        timer = undefined
      }
      schedule()
    },
    async close() {
      isClosing = true
      clearTimeout(timer)
      const giveUp = setTimeout(() => end.abort(), closingMs)
      await sending
      while (queue.length > 0 && (await send()));
      clearTimeout(giveUp)
      take(queue.length, 'dropped')
      if (counts.dropped > 0) log.warn({ ...counts }, 'not all traces were delivered')
    },
  }
}

/** The status of the answer. */
async function post(
  { endpoint, headers, resource, timeoutMs, isCompressed }: TraceSettings,
  batch: readonly FinishedSpan[],
  end: AbortSignal,
): Promise<number> {
  const json = JSON.stringify(toOtlp(resource, batch))
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    },
    body: isCompressed ? await compress(json) : json,
    // Headers may hold a key, which is meant for this address alone.
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), end]),
  })
  await answer.arrayBuffer()
  return answer.status
}
