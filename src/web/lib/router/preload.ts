import type { QueryKey, QueryMeta } from '@tanstack/react-query'
import type { Reads } from '#web/lib/router/routes.ts'

interface Read {
  queryKey: QueryKey
  meta?: QueryMeta | undefined
}

/**
 * Starts the reads of a page. The server awaits them, so that the HTML contains the data; the
 * browser does not, since pages have loading states.
 */
export const preload =
  (...reads: readonly Read[]): Reads =>
  (client) =>
    Promise.all(
      reads.map(({ queryKey, meta }) => client.prefetchQuery({ queryKey, ...(meta && { meta }) })),
    )
