import { setTimeout as sleep } from 'node:timers/promises'
import { describeRequest, forgetRequest, recordRequest } from './record-request.ts'

const responseMsMax = 1_000

/** Pauses before a request is repeated: a busy machine may be slow for a while, but not each time. */
const pausesMs = [200, 1_000, 3_000, 10_000]

/**
 * Sends a request that must be answered within a second. A slower one is repeated, and fails if it is slow each
 * time; the parsing and validation that this measures are the same each time.
 */
export async function sendWithinLimit<Response>(
  request: object,
  send: () => Promise<Response>,
): Promise<Response> {
  recordRequest(request)
  try {
    return await repeatSlow(request, send)
  } finally {
    forgetRequest()
  }
}

async function repeatSlow<Response>(
  request: object,
  send: () => Promise<Response>,
): Promise<Response> {
  const { response, ms } = await timed(send)
  const times = [ms]
  for (const pauseMs of pausesMs) {
    if (Math.min(...times) <= responseMsMax) return response
    await sleep(pauseMs)
    times.push((await timed(send)).ms / slowdown())
  }
  if (Math.min(...times) <= responseMsMax) return response
  const durations = times.map((time) => `${Math.round(time)} ms`).join(', ')
  throw new Error(`Responses take ${durations}: ${describeRequest(request)}`)
}

async function timed<Response>(send: () => Promise<Response>) {
  const started = performance.now()
  const response = await send()
  return { response, ms: performance.now() - started }
}

const sampleMs = 30

/** Factor by which other processes slow down this one. */
function slowdown(): number {
  const started = performance.now()
  const before = process.cpuUsage()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  while (usedMs() < sampleMs);
  return Math.max(1, (performance.now() - started) / sampleMs)
}
