import { defaultShouldDehydrateQuery, dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { Providers } from '#web/app/providers.tsx'
import { routes } from '#web/app/router.tsx'
import type { Answer } from '#web/lib/http/http.ts'
import { serverQueryClient } from '#web/lib/api/query-client.ts'
import { setTimeZone } from '#web/lib/format/clock.ts'
import { matchAndLoad, staticRouter } from '#web/lib/router/router.ts'
import { RouterView } from '#web/lib/router/router-view.tsx'
import { type Match, type Outcome, resolvedRoute, startReads } from '#web/lib/router/routes.ts'

export interface Page {
  status: number
  /** HTML for the head: title, metadata and preloads. */
  head: string
  html: string
  /** JSON for `<script type="application/json" id="state">`. */
  state: string
  /** Redirect target. */
  location?: string
  /** The files of the build whose style sheets the page needs. */
  sheets?: readonly string[]
}

/** The files of the build of public pages with style sheets of their own. */
export const publicSheets = ['part-pages', 'catalogue-page', 'cart-page'] as const

/**
 * Renders a page. `get` answers API reads such as `/api/products?limit=6`. `origin` is the shop's
 * public origin.
 */
export async function render(
  path: string,
  get: (address: string) => Promise<Answer>,
  { origin, timeZone }: { origin: string; timeZone: string },
): Promise<Page> {
  setTimeZone(timeZone)
  // Concatenated, not resolved: `new URL('//other', base)` would change the host.
  const url = new URL(`http://shop.invalid${path}`)
  const match = await matchAndLoad(routes, url)
  if (match.url !== url) {
    return redirectTo({ status: 302, location: match.url.pathname + match.url.search })
  }
  const client = serverQueryClient(get)
  await startReads(match.branch, client, match.url)
  const outcome = outcomeOf(match, client)
  if (outcome.location !== undefined) return redirectTo(outcome)

  const rendered = renderToString(
    <Providers origin={origin} client={client}>
      <RouterView router={staticRouter(match)} />
    </Providers>,
  )
  return {
    status: outcome.status,
    sheets: match.branch.flatMap((route) => resolvedRoute(route).sheet ?? []),
    ...splitHead(rendered),
    state: escapeJson(JSON.stringify({ origin, queries: stateOf(client) })),
  }
}

/** What the browser need not read again. */
const stateOf = (client: QueryClient) =>
  dehydrate(client, {
    shouldDehydrateQuery: (query) =>
      defaultShouldDehydrateQuery(query) && !query.meta?.isPrivatePage,
  })

const redirectTo = (outcome: Outcome): Page => ({
  ...outcome,
  head: '',
  html: '',
  state: '',
})

/** What the page says of itself, unless a read of it failed. */
function outcomeOf(match: Match & { url: URL }, client: QueryClient): Outcome {
  const status = statusOf(match, client)
  const routes = status === 200 ? match.branch.map(resolvedRoute) : []
  const own = routes.flatMap((route) => route.outcome?.(client, match.url) ?? [])
  return own.at(-1) ?? { status }
}

/**
 * A page whose reads failed is still rendered, but with a status that prevents caching and
 * indexing.
 */
function statusOf({ branch }: Match, client: QueryClient) {
  if (branch.at(-1)?.path === '*') return 404
  const errors = client
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => state.error ?? [])
  if (errors.length === 0) return 200
  return errors.every(isNotFound) ? 404 : 503
}

/** Whether the API refused a read since its row does not exist. */
const isNotFound = (error: Error) => 'code' in error && error.code === 'not-found'

/** React renders head elements before all other markup. */
function splitHead(rendered: string) {
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(rendered) ?? []
  return { head, html: rendered.slice(head.length) }
}

/** Escapes `<`, so that text from the database cannot close the script element. */
const escapeJson = (json: string) => json.replaceAll('<', String.raw`\u003c`)
