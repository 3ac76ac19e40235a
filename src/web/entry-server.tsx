import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import { contextWith } from '#web/app/preload.ts'
import { Providers } from '#web/app/providers.tsx'
import { routes } from '#web/app/router.tsx'
import type { Answer } from '#web/lib/http.ts'
import { serverQueryClient } from '#web/lib/query-client.ts'

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

const handler = createStaticHandler(routes)

/**
 * Renders a page. `get` answers for the API: it is given an address such as `/api/products?limit=6`.
 * `origin` is the shop's public address.
 */
export async function render(
  url: string,
  get: (address: string) => Promise<Answer>,
  origin: string,
): Promise<Page> {
  const client = serverQueryClient(get)
  // Put together as text: resolved as an address, `//other` would name a host or nothing at all.
  const request = new Request(`http://shop.invalid${url}`)
  const context = await handler.query(request, { requestContext: contextWith(client) })
  if (context instanceof Response) return redirectTo(context)

  const queries = dehydrate(client)
  const router = createStaticRouter(handler.dataRoutes, context)
  const rendered = renderToString(
    <Providers origin={origin} client={client}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>,
  )
  const { loaderData, errors } = context
  return {
    status: statusOf(context, client),
    ...partedFromHead(rendered),
    state: escaped(JSON.stringify({ origin, queries, router: { loaderData, errors } })),
  }
}

function redirectTo(response: Response): Page {
  const location = response.headers.get('location') ?? '/'
  return { status: response.status, location, head: '', html: '', state: '' }
}

/** A page without its data is shown all the same, but nobody may keep or index it. */
function statusOf(context: StaticHandlerContext, client: QueryClient) {
  if (context.matches.at(-1)?.route.path === '*') return 404
  const failed = client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.status === 'error')
  return failed ? 503 : context.statusCode
}

/** React puts what belongs into the head before everything else. */
function partedFromHead(rendered: string) {
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(rendered) ?? []
  return { head, html: rendered.slice(head.length) }
}

/** Text from the database must not end the script element it stands in. */
const escaped = (json: string) => json.replaceAll('<', String.raw`\u003c`)
