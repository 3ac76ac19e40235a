import type { WorkQueue } from './work-queue.ts'

/** Queues of the same kind, one for each caller who has work in it. */
export function createCallerQueues(createQueue: () => WorkQueue) {
  const queues = new Map<string, WorkQueue>()

  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(caller) ?? createQueue()
    queues.set(caller, queue)
    try {
      return await queue.run(work)
    } finally {
      const isEmpty = queue.inProgress === 0 && queue.waiting === 0
      // Work that ended at the same time may have removed it, and its caller may have a new one.
      if (isEmpty && queues.get(caller) === queue) queues.delete(caller)
    }
  }
}
