import { setTimeout as sleep } from 'node:timers/promises'
import { describeRequest, recordRequest } from './record-request.ts'

const answerMsMax = 1_000

/** When to ask again: a machine that does much else may stand still for a while, but not every time. */
const pausesMs = [200, 1_000, 3_000, 10_000]

/**
 * The answer to a request, which may not be slow: one that takes longer than a second is asked for
 * again, and fails when it takes as long each time. That what really happened takes long only once is
 * no matter: reading and checking what came is done every time.
 */
export async function promptly<Answer>(
  request: object,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  recordRequest(request)
  const { answer, ms } = await timed(ask)
  const times = [ms]
  for (const pauseMs of pausesMs) {
    if (Math.min(...times) <= answerMsMax) return answer
    await sleep(pauseMs)
    times.push((await timed(ask)).ms / slowdown())
  }
  if (Math.min(...times) <= answerMsMax) return answer
  const took = times.map((time) => `${Math.round(time)} ms`).join(', ')
  throw new Error(`Answers take ${took}: ${describeRequest(request)}`)
}

async function timed<Answer>(ask: () => Promise<Answer>) {
  const started = performance.now()
  const answer = await ask()
  return { answer, ms: performance.now() - started }
}

const sampleMs = 30

/** How much longer everything takes because others use the processor too. */
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
