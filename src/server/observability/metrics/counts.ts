import { orderEvents } from '../../shop.ts'
import type { EventCounts, OrderEvent } from '../../shop.ts'
import type { Family } from './text.ts'

type Outcome = 'done' | 'failed'

export interface Counts extends EventCounts {
  job(name: string, outcome: Outcome): void
  families(): Family[]
}

export function createCounts(): Counts {
  const orders = new Map<OrderEvent, number>(orderEvents.map((event) => [event, 0]))
  const jobs = new Map<string, Record<Outcome, number> & { doneAt?: number }>()
  return {
    order: (event) => void orders.set(event, (orders.get(event) ?? 0) + 1),

    job(name, outcome) {
      const job = jobs.get(name) ?? { done: 0, failed: 0 }
      jobs.set(name, job)
      job[outcome] += 1
      if (outcome === 'done') job.doneAt = Date.now() / 1000
    },

    families: () => [
      {
        name: 'shop_orders_total',
        help: 'What has become of orders on this node since it started.',
        type: 'counter',
        samples: [...orders].map(([event, value]) => ({ labels: { event }, value })),
      },
      {
        name: 'shop_job_runs_total',
        help: 'How often background jobs were run by this node, and how that ended.',
        type: 'counter',
        samples: [...jobs].flatMap(([job, { done, failed }]) => [
          { labels: { job, outcome: 'done' }, value: done },
          { labels: { job, outcome: 'failed' }, value: failed },
        ]),
      },
      {
        name: 'shop_job_last_success_timestamp_seconds',
        help: 'When a background job last ended well on this node.',
        type: 'gauge',
        samples: [...jobs].flatMap(([job, { doneAt }]) =>
          doneAt === undefined ? [] : [{ labels: { job }, value: doneAt }],
        ),
      },
    ],
  }
}
