import { executionAsyncResource } from 'node:async_hooks'

const pinned: object[] = []

/**
 * Keeps one of Node's `process.nextTick` records alive for the life of the process. V8 forgets their shape
 * when none is alive during a garbage collection, and then allocates each later one the slow way, for good:
 * a fifth of the cost of a cached response (`docs/decisions/0037-next-tick-shape.md`). Resolves with the record.
 */
export const pinNextTickShape = () =>
  new Promise<object>((resolve) => {
    process.nextTick(() => {
      const record = executionAsyncResource()
      pinned.push(record)
      resolve(record)
    })
  })
