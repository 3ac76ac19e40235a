import { Worker } from 'node:worker_threads'

const textBytesMax = 4_000
const beats = new Int32Array(new SharedArrayBuffer(4))
const asked = Buffer.from(new SharedArrayBuffer(textBytesMax))

// What never comes back, such as a pattern that tries every way to fit, stops every clock of its own
// thread: only another one can tell which request it was.
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: { beats, asked } }).unref()
setInterval(() => Atomics.add(beats, 0, 1), 500).unref()

/** Notes what is being asked now, should it never end. */
export function recordRequest(request: object) {
  asked.fill(0)
  asked.write(describeRequest(request))
}

const textMax = 200

/** A request in words, its long parts by their beginning. */
export const describeRequest = (request: object) =>
  JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'string' && value.length > textMax
      ? `${value.slice(0, textMax)}… (${value.length} characters)`
      : value,
  )
