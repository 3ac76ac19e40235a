import type { AppError } from '../../errors/errors.ts'

interface Limits {
  /** Work in progress; more of it waits. */
  concurrent: number
  /** The longest wait; work that would wait longer is refused. 0: nothing waits. */
  waitMs: number
  /** The time between two starts while the queue is long, as far as known beforehand. */
  expectedMs: number
  /** The error for refused work. */
  refusal: () => AppError
}

export interface WorkQueue {
  /** Runs the work when it is its turn, or throws the refusal. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Runs the rest of work that had its turn before: it does not wait again. */
  resume<T>(work: () => Promise<T>): Promise<T>
  /** Whether new work would wait too long. */
  isFull(): boolean
  readonly inProgress: number
  readonly waiting: number
}

interface Waiting {
  start: () => void
  refuse: (refusal: AppError) => void
  joinedAt: number
  ahead: number
}

/** A burst may wait longer than work that arrives at a standing queue, up to this multiple of the wait. */
const burstFactor = 1.6

/** How often work that waits for too long is refused when none ends. */
const checkMs = 50

/** The weight of the latest start in the average. */
const newest = 1 / 8

/**
 * A concurrency limit with a queue that is bounded by time, not by length. The wait of new work is the
 * length of the queue times the measured time between two starts; work that would wait too long is refused
 * at once, so that its caller hears it early. A queue younger than `waitMs` is a burst: its speed is not
 * measured yet, so `expectedMs` is taken for it, and its wait may exceed the limit by `burstFactor`.
 */
export function createWorkQueue({ concurrent, waitMs, expectedMs, refusal }: Limits): WorkQueue {
  const queue: Waiting[] = []
  let inProgress = 0
  /** When work began or ended last while no more could begin. */
  let progressAt = 0
  let formedAt = 0
  let measuredMs = expectedMs
  let timer: NodeJS.Timeout | undefined

  const isFull = () => {
    if (inProgress < concurrent) return false
    const now = performance.now()
    const isBurst = queue.length === 0 || now - formedAt < waitMs
    const eachMs = isBurst ? expectedMs : measuredMs
    return (queue.length + 1) * eachMs > waitMs || now - progressAt > waitMs
  }

  const join = (): Promise<void> => {
    if (isFull()) throw refusal()
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>()
    const joinedAt = performance.now()
    if (queue.length === 0) {
      formedAt = joinedAt
      measuredMs = expectedMs
      timer = setInterval(refuseLate, checkMs)
      timer.unref()
    }
    queue.push({ start, refuse, joinedAt, ahead: queue.length })
    return promise
  }

  const refuseLate = () => {
    const joinedBefore = performance.now() - burstFactor * waitMs
    while (queue[0] && queue[0].joinedAt < joinedBefore) queue.shift()?.refuse(refusal())
    if (queue.length === 0) clearInterval(timer)
  }

  const startNext = () => {
    refuseLate()
    const next = queue.shift()
    if (!next) return
    if (queue.length === 0) clearInterval(timer)
    inProgress += 1
    const eachMs = (performance.now() - next.joinedAt) / (next.ahead + 1)
    measuredMs += newest * (eachMs - measuredMs)
    // In a turn of the event loop of its own: work that never leaves it would keep all else waiting.
    setImmediate(next.start)
  }

  const begin = () => {
    inProgress += 1
    if (inProgress >= concurrent) progressAt = performance.now()
  }

  const end = () => {
    if (inProgress >= concurrent) progressAt = performance.now()
    inProgress -= 1
    if (queue.length > 0 && inProgress < concurrent) startNext()
  }

  return {
    isFull,
    async run(work) {
      if (inProgress < concurrent) begin()
      else await join()
      try {
        return await work()
      } finally {
        end()
      }
    },
    async resume(work) {
      begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
    get inProgress() {
      return inProgress
    },
    get waiting() {
      return queue.length
    },
  }
}
