import { Worker } from 'node:worker_threads'

const textBytesMax = 4_000
const heartbeats = new Int32Array(new SharedArrayBuffer(4))
const pending = Buffer.from(new SharedArrayBuffer(textBytesMax))

// An endless computation, such as catastrophic backtracking, blocks all timers of its own thread, so another
// thread reports the request.
new Worker(new URL('./watchdog.ts', import.meta.url), {
  workerData: { heartbeats, pending },
}).unref()
setInterval(() => Atomics.add(heartbeats, 0, 1), 500).unref()

/** Records the current request, in case it never ends. */
export function recordRequest(request: object) {
  forgetRequest()
  pending.write(describeRequest(request))
}

/** Ends the watch: other test files share this worker and may block its thread for minutes. */
export function forgetRequest() {
  pending.fill(0)
}

const textMax = 200

/** A request as text, with long values shortened. */
export const describeRequest = (request: object) =>
  JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'string' && value.length > textMax
      ? `${value.slice(0, textMax)}… (${value.length} characters)`
      : value,
  )
