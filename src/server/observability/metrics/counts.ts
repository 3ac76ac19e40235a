const orderEvents = [
  'placed',
  'paid',
  'refunded',
  'shipped',
  'deleted',
  'expired',
  'disputed',
  'charged-back',
] as const
type OrderEvent = (typeof orderEvents)[number]

type Outcome = 'done' | 'failed'

interface JobRuns {
  outcomes: Record<Outcome, number>
  /** In seconds since 1970. */
  succeededAt?: number
}

/** Counts of this node since it started. Kept without the metrics library, which only metrics load. */
export interface Counts {
  /** Called once per order, after the commit. */
  order(event: OrderEvent): void
  job(name: string, outcome: Outcome): void
  readonly orders: ReadonlyMap<OrderEvent, number>
  readonly jobs: ReadonlyMap<string, JobRuns>
}

export function createCounts(): Counts {
  const orders = new Map<OrderEvent, number>(orderEvents.map((event) => [event, 0]))
  const jobs = new Map<string, JobRuns>()
  return {
    orders,
    jobs,
    order: (event) => void orders.set(event, (orders.get(event) ?? 0) + 1),

    job(name, outcome) {
      const job = jobs.get(name) ?? { outcomes: { done: 0, failed: 0 } }
      jobs.set(name, job)
      job.outcomes[outcome] += 1
      if (outcome === 'done') job.succeededAt = Date.now() / 1000
    },
  }
}
