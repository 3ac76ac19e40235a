import type { QueryClient } from '@tanstack/react-query'
import { keyOf } from './api.ts'

/**
 * Repeats the reads of a path after a change. A first read that began before the change would answer what was true then,
 * and an invalidation alone would wait for it.
 */
export async function readAgain(client: QueryClient, path: Parameters<typeof keyOf>[0]) {
  const reads = { queryKey: keyOf(path) }
  await client.cancelQueries(reads)
  await client.invalidateQueries(reads)
}
