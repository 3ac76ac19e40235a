import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** Ticks of our own, so that a computer that slept has not slept for the other thread alone. */
const ticksMax = 60
const tickMs = 1_000

const { beats, asked } = workerData as { beats: Int32Array; asked: Uint8Array }
let last = -1
let ticks = 0
setInterval(() => {
  const now = Atomics.load(beats, 0)
  ticks = now === last ? ticks + 1 : 0
  last = now
  if (ticks < ticksMax) return
  const request = Buffer.from(asked).toString().replace(/\0+$/, '')
  writeSync(2, `\nNo answer for a minute, and nothing else is done meanwhile: ${request}\n`)
  process.kill(process.pid, 'SIGKILL')
}, tickMs)
