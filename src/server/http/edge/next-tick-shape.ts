import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one of Node's own records of `process.nextTick` for as long as the process runs. Each answer makes
 * several. V8 knows their shape only while one of them lives; once it has collected garbage between two of
 * them, it makes each later one by the slow way, for good: a fifth of what a kept answer costs
 * (`docs/decisions/0037-next-tick-shape.md`). Resolves with the record.
 */
export const keepTicksFast = () =>
  new Promise<object>((resolve) => {
    process.nextTick(() => {
      const record = executionAsyncResource()
      kept.push(record)
      resolve(record)
    })
  })
