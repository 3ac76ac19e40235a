import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { Providers } from '#web/app/providers.tsx'
import { routes } from '#web/app/router.tsx'
import type { Answer } from '#web/lib/http/http.ts'
import { serverQueryClient } from '#web/lib/api/query-client.ts'
import { findWay, standingRouter } from '#web/lib/router/router.ts'
import { RouterView } from '#web/lib/router/router-view.tsx'
import { type Match, startReads } from '#web/lib/router/routes.ts'

export interface Page {
  status: number
  /** For the template's head: the title, and what the page wants preloaded. */
  head: string
  html: string
  /** JSON for `<script type="application/json" id="state">`. */
  state: string
  /** Where to go instead. */
  location?: string
}

/**
 * Renders a page. `get` answers for the API: it is given an address such as `/api/products?limit=6`.
 * `origin` is the shop's public address.
 */
export async function render(
  path: string,
  get: (address: string) => Promise<Answer>,
  origin: string,
): Promise<Page> {
  // Put together as text: resolved as an address, `//other` would name a host or nothing at all.
  const asked = new URL(`http://shop.invalid${path}`)
  const way = await findWay(routes, asked)
  if (way.url !== asked) return redirectTo(way.url)
  const client = serverQueryClient(get)
  await startReads(way.branch, client, way.url)

  const rendered = renderToString(
    <Providers origin={origin} client={client}>
      <RouterView router={standingRouter(way)} />
    </Providers>,
  )
  return {
    status: statusOf(way, client),
    ...partedFromHead(rendered),
    state: escaped(JSON.stringify({ origin, queries: dehydrate(client) })),
  }
}

const redirectTo = ({ pathname, search }: URL): Page => ({
  status: 302,
  location: pathname + search,
  head: '',
  html: '',
  state: '',
})

/** A page without its data is shown all the same, but nobody may keep or index it. */
function statusOf({ branch }: Match, client: QueryClient) {
  if (branch.at(-1)?.path === '*') return 404
  const failed = client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.status === 'error')
  return failed ? 503 : 200
}

/** React puts what belongs into the head before everything else. */
function partedFromHead(rendered: string) {
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(rendered) ?? []
  return { head, html: rendered.slice(head.length) }
}

/** Text from the database must not end the script element it stands in. */
const escaped = (json: string) => json.replaceAll('<', String.raw`\u003c`)
