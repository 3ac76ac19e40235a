import type { QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query'
import { createContext, type LoaderFunction, RouterContextProvider } from 'react-router'

const queryClientContext = createContext<QueryClient>()

/** Lets the loaders of one router, or of one page on the server, reach the query client. */
export const contextWith = (client: QueryClient) =>
  new RouterContextProvider(new Map([[queryClientContext, client]]))

interface Read {
  queryKey: QueryKey
  meta?: QueryMeta | undefined
}

/**
 * A loader that starts the reads of a page. The server waits for them, so that they are in the HTML;
 * the browser does not, since the page has its own way to show that it waits. A read that fails is
 * the page's to show too.
 */
export const preload = (...reads: readonly Read[]) =>
  preloadAt((client) =>
    Promise.all(
      reads.map(({ queryKey, meta }) => client.prefetchQuery({ queryKey, ...(meta && { meta }) })),
    ),
  )

/** The same for what depends on the page's address. */
export const preloadAt =
  (start: (client: QueryClient, url: URL) => Promise<unknown>): LoaderFunction =>
  async ({ context, request }) => {
    const settled = start(context.get(queryClientContext), new URL(request.url))
    if (import.meta.env.SSR) await settled
    return null
  }
