import type { FastifyBaseLogger } from 'fastify'

/** Work that is done again and again; the log speaks of it by its name. */
export interface Job {
  name: string
  run(): Promise<unknown>
}

/** Repeats the shop's background jobs. Each claims its work in the database, so every node may sweep. */
export interface Sweeper {
  /** Runs one job now, in the background: for work that has just arrived. */
  nudge(job: Job): void
  /** Runs nothing more and waits for what is running, but not for an outside service that hangs. */
  stop(): Promise<void>
}

interface Options {
  everySeconds: number
  log: FastifyBaseLogger
  /** Hears how each run of a job ended. */
  onEnd?: (job: string, outcome: 'done' | 'failed') => void
  /** Does the work of each run. */
  during?: ((job: string, work: Job['run']) => Promise<unknown>) | undefined
}

const alone: NonNullable<Options['during']> = (_, work) => work()

/** Every job may be cut off anywhere: what it left undone is due again. */
const patienceMs = 5_000

export function startSweeper(
  jobs: readonly Job[],
  { everySeconds, log, onEnd, during = alone }: Options,
): Sweeper {
  const running = new Map<Job, Promise<void>>()
  const again = new Set<Job>()
  let isStopped = false

  const run = (job: Job) => {
    if (isStopped) return
    if (running.has(job)) {
      again.add(job) // what arrived while the job ran is seen by one more run
      return
    }
    const work = during(job.name, () => job.run())
      .then(
        () => onEnd?.(job.name, 'done'),
        (error: unknown) => {
          log.error({ err: error, job: job.name }, 'a job failed')
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
    nudge: run,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const deadline = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
      await Promise.race([Promise.all(running.values()), deadline])
    },
  }
}
