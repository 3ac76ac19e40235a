import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { rateLimitKey } from '../http/limits/rate-limit-key.ts'
import type { RateLimits } from '../http/limits/rate-limits.ts'
import { isSearch, isShed } from '../http/limits/load-shedding.ts'
import { retryAfterWithJitter } from '../errors/retry-after.ts'
import type { LoadShedder } from '../http/limits/load-shedding.ts'
import { serveFiles } from './serve-files.ts'
import { sendCached } from '../http/edge/response-cache.ts'
import type { FreshResponse, ResponseCache } from '../http/edge/response-cache.ts'
import type { PublicAnswers } from '../http/public/public-answers.ts'
import { imageTypeOf } from '../services/images/image-store.ts'
import type { ImageStore } from '../services/images/image-store.ts'
import { timeouts } from '../http/limits/timeouts.ts'
import { inlineStyles, sheetLinks } from './inline-styles.ts'
import type { BuildManifest } from './inline-styles.ts'

/** A page as the built frontend renders it. */
interface Rendered {
  status: number
  head: string
  html: string
  state: string
  /** For a redirect. */
  location?: string
  /** The files of the build whose style sheets the page needs. */
  sheets?: readonly string[]
}

/** Facts of the shop that pages show. */
interface Site {
  /** The shop's public address. */
  origin: string
  timeZone: string
}

/** Renders a URL; `read` gives the answers of public endpoints. */
export type Render = (url: string, read: PublicAnswers['read'], site: Site) => Promise<Rendered>

export interface Pages {
  render: Render
  /** The template of a page, with placeholders for head, markup and state. */
  document(url: string): Promise<string>
  /** The inline style sheet of a file of the build. */
  sheet?: (name: string) => string
}

/** The built pages, and the hashes of their inline styles. */
export async function loadPages(dist: string): Promise<Pages & { styles: readonly string[] }> {
  const { render, publicSheets } = (await import(join(dist, 'server/entry-server.js'))) as {
    render: Render
    publicSheets: readonly string[]
  }
  const readBuilt = (address: string) => readFileSync(join(dist, 'client', address), 'utf8')
  const built = readBuilt('index.html')
  const { document, hashes } = inlineStyles(built, readBuilt)
  const manifest = JSON.parse(readBuilt('.vite/manifest.json')) as BuildManifest
  const sheets = new Map(
    publicSheets.map((name) => [name, inlineStyles(sheetLinks(manifest, name, built), readBuilt)]),
  )
  return {
    render,
    document: async () => document,
    sheet: (name) => sheets.get(name)?.document ?? '',
    styles: [...hashes, ...[...sheets.values()].flatMap((sheet) => sheet.hashes)],
  }
}

interface Options extends Site {
  dist: string
  pages: Pages
  cache: Pick<ResponseCache, 'get'>
  read: PublicAnswers['read']
  imageStore: ImageStore
  limits: RateLimits
  loadShedder: LoadShedder
  /** The origin of the pictures that the image store does not serve through the shop. */
  imageOrigin?: string | undefined
  /** Enabled features, for the scripts of every page. */
  features?: readonly string[]
}

const aYear = { maxAge: '1y', immutable: true } as const

/** Serves the built frontend: its files, uploaded pictures, and pages rendered on the server. */
export function pageRoutes(app: FastifyInstance, options: Options) {
  const {
    dist,
    pages,
    cache,
    read,
    imageStore,
    limits,
    loadShedder,
    origin,
    timeZone,
    imageOrigin,
    features = [],
  } = options
  const attributes = [
    ` data-time-zone="${timeZone}"`,
    ...(features.length > 0 ? [` data-on="${features.join(' ')}"`] : []),
  ].join('')
  serveFiles(app, { root: join(dist, 'client/assets'), prefix: '/assets/', ...aYear })
  // One route per file: other paths are pages about cars.
  serveFiles(app, {
    root: join(dist, 'client/parts'),
    prefix: '/parts/',
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    maxAge: '1d',
  })

  const ofImages = { config: { redirectsTo: imageOrigin ? [imageOrigin] : [] } }
  app.get<{ Params: { name: string } }>('/images/:name', ofImages, async (request, reply) => {
    const image = await imageStore.open(request.params.name)
    if (!image) return reply.code(404).send()
    if ('address' in image) {
      // Not immutable: pictures may move to another store.
      return reply.header('cache-control', 'public, max-age=3600').redirect(image.address)
    }
    return reply
      .headers({
        'content-type': imageTypeOf(request.params.name),
        ...(image.size !== undefined && { 'content-length': image.size }),
        'content-disposition': `inline; filename="${request.params.name}"`,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(image.stream)
  })

  const counted = { limit: 'pages', route: '/*' } as const
  app.get(counted.route, { config: { timeoutMs: timeouts.call } }, async (request, reply) => {
    const { url, ip } = request
    limits.takeFrom(counted.limit, ip)
    try {
      const make = () =>
        loadShedder.run('page', async () =>
          toFresh(
            (await pages.document(url)).replace('<html lang="en"', (start) => start + attributes),
            await pages.render(url, read, { origin, timeZone }),
            pages.sheet,
          ),
        )
      // Waits before it takes a place of the pages.
      const answer = await cache.get(url, counted, () =>
        isSearch(request.query) ? loadShedder.search({ key: rateLimitKey(ip) }, make) : make(),
      )
      return answer && sendCached(request, reply, answer)
    } catch (error) {
      if (!isShed(error)) throw error
      request.isShed = true
      return reply.code(503).headers(busyHeaders()).send(busyPage)
    }
  })
}

const busyHeaders = () => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  ...retryAfterWithJitter(),
})

/** Static, since there is no capacity to render a page. */
const busyPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The shop is very busy | Auto Parts</title>
  </head>
  <body>
    <h1>The shop is very busy</h1>
    <p>Nothing is lost. Try again in a moment: <a href="">load the page again</a>.</p>
  </body>
</html>
`

function toFresh(
  document: string,
  { status, head, html, state, location, sheets = [] }: Rendered,
  sheet: NonNullable<Pages['sheet']> = () => '',
): FreshResponse {
  const script = `<script type="application/json" id="state">${state}</script>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(location && { location }),
      ...(status === 503 && retryAfterWithJitter()),
    },
    body: document
      // After the sheet of every page, which names the order of the layers.
      .replace('</head>', (end) => sheets.map(sheet).join('') + end)
      .replace('<!--head-->', () => head)
      .replace('<!--app-->', () => html)
      .replace('<!--state-->', () => script),
  }
}
