import type { QueryKey, QueryMeta } from '@tanstack/react-query'
import type { Reads } from '#web/lib/router/routes.ts'

interface Read {
  queryKey: QueryKey
  meta?: QueryMeta | undefined
}

/**
 * Starts the reads of a page. The server waits for them, so that they are in the HTML; the browser
 * does not, since the page has its own way to show that it waits.
 */
export const preload =
  (...reads: readonly Read[]): Reads =>
  (client) =>
    Promise.all(
      reads.map(({ queryKey, meta }) => client.prefetchQuery({ queryKey, ...(meta && { meta }) })),
    )
