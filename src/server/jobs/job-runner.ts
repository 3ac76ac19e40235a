import type { FastifyBaseLogger } from 'fastify'

/** Repeated background work; logs and metrics use its name. */
export interface Job {
  name: string
  run(): Promise<unknown>
}

/** Repeats background jobs. Each job claims its work in the database, so it may run on every node. */
export interface JobRunner {
  /** Runs one job now, in the background: for work that has just arrived. */
  runNow(job: Job): void
  /** Starts nothing more and waits for running jobs, but not for an outside service that hangs. */
  stop(): Promise<void>
}

interface Options {
  everySeconds: number
  log: FastifyBaseLogger
  /** Called with the outcome of each run. */
  onEnd?: (job: string, outcome: 'done' | 'failed') => void
  /** Wraps each run. */
  during?: ((job: string, work: Job['run']) => Promise<unknown>) | undefined
}

const unwrapped: NonNullable<Options['during']> = (_, work) => work()

/** Jobs can be cut off at any point: unfinished work is claimed again. */
const stopTimeoutMs = 5_000

export function startJobRunner(
  jobs: readonly Job[],
  { everySeconds, log, onEnd, during = unwrapped }: Options,
): JobRunner {
  const running = new Map<Job, Promise<void>>()
  const again = new Set<Job>()
  let isStopped = false

  const run = (job: Job) => {
    if (isStopped) return
    if (running.has(job)) {
      again.add(job) // one more run sees what arrived during this one
      return
    }
    const work = during(job.name, () => job.run())
      .then(
        () => onEnd?.(job.name, 'done'),
        (error: unknown) => {
          log.error({ err: error, job: job.name }, 'background job failed')
          onEnd?.(job.name, 'failed')
        },
      )
      .then(() => {
        running.delete(job)
        if (again.delete(job)) run(job)
      })
    running.set(job, work)
  }

  const timer = setInterval(() => jobs.forEach(run), everySeconds * 1000)
  return {
    runNow: run,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const timeout = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref())
      await Promise.race([Promise.all(running.values()), timeout])
    },
  }
}
