import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** Counted in ticks of this thread, so that a suspended machine does not count. */
const ticksMax = 60
const tickMs = 1_000

const { heartbeats, pending } = workerData as { heartbeats: Int32Array; pending: Uint8Array }
let last = -1
let ticks = 0
setInterval(() => {
  const now = Atomics.load(heartbeats, 0)
  const request = Buffer.from(pending).toString().replace(/\0+$/, '')
  ticks = now === last && request !== '' ? ticks + 1 : 0
  last = now
  if (ticks < ticksMax) return
  writeSync(2, `\nThe event loop is blocked for a minute by this request: ${request}\n`)
  process.kill(process.pid, 'SIGKILL')
}, tickMs)
