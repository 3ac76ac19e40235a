import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const intervalMs = 20_000

/** Growth that is worth a pause of some ten milliseconds. */
const growthMax = 50 * 1024 * 1024

/** The share of time in which a quiet node works. */
const quiet = 0.2

/** Collects all garbage and returns the memory to the system; V8 does so only when it needs memory. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Collects garbage once the heap has doubled; V8 lets it grow fourfold where the machine has much memory. */
export const limitHeapGrowth = () => setFlagsFromString('--heap-growing-percent=100')

interface Process {
  residentBytes: () => number
  /** The share of time in which the thread worked since the last call. */
  utilization: () => number
  collect: () => void
}

const thisProcess = (): Process => {
  let last = performance.eventLoopUtilization()
  return {
    residentBytes: () => process.memoryUsage.rss(),
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    collect: collectGarbage,
  }
}

/** Collects the garbage of a load spike once the node is quiet, so that its memory is free for others. */
export function keepMemoryLow({ residentBytes, utilization, collect } = thisProcess()) {
  let atRest = residentBytes()
  const check = () => {
    if (utilization() > quiet || residentBytes() - atRest < growthMax) return
    collect()
    atRest = residentBytes()
  }
  return setInterval(check, intervalMs).unref()
}
