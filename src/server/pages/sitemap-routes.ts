import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shopPageNames } from '#contract/shop-pages.ts'
import type { LoadShedder } from '../http/limits/load-shedding.ts'
import type { RateLimits } from '../http/limits/rate-limits.ts'

/** Pages for search engines that every shop has: public, and the same for every visitor. */
export const publicPages = [
  '/',
  '/products',
  '/about',
  '/blogs',
  '/contact',
  '/myPortfolio',
  ...shopPageNames.map((name) => `/${name}`),
]

/** The paths of the other pages. */
interface SitemapAddresses {
  files(): Promise<{ parts: number; cars: number }>
  cars(): Promise<readonly string[]>
  /** In batches; none for a file that does not exist. */
  parts(file: number): AsyncIterable<readonly string[]>
}

export interface SitemapOptions {
  /** The shop's public address. */
  origin: string
  addresses: SitemapAddresses
  limits: RateLimits
  loadShedder: LoadShedder
}

const headers = {
  'cache-control': 'public, max-age=3600',
  'content-type': 'application/xml; charset=utf-8',
}

/** The sitemap: an index, and files of at most 50,000 addresses each. */
export function sitemapRoutes(app: FastifyInstance, options: SitemapOptions) {
  const { origin, addresses, limits, loadShedder } = options

  const counted = <T>({ ip }: FastifyRequest, work: () => Promise<T>) => {
    limits.takeFrom('pages', ip)
    return loadShedder.run('ordinary', work)
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const { parts, cars } = await counted(request, () => addresses.files())
    const names = [
      'pages',
      ...Array.from({ length: parts }, (_, index) => `parts-${index + 1}`),
      ...(cars > 0 ? ['vehicles-1'] : []),
    ]
    return reply.headers(headers).send(indexOf(origin, names))
  })

  app.get('/sitemap-pages.xml', (_, reply) => sendPaths(reply, origin, [publicPages]))

  app.get('/sitemap-vehicles-1.xml', async (request, reply) => {
    const paths = await counted(request, () => addresses.cars())
    return paths.length > 0 ? sendPaths(reply, origin, [paths]) : reply.code(404).send()
  })

  app.get<{ Params: { file: string } }>('/sitemap-parts-:file', async (request, reply) => {
    const [, file] = /^([1-9]\d{0,4})\.xml$/.exec(request.params.file) ?? []
    if (file === undefined) return reply.code(404).send()
    const batches = addresses.parts(Number(file))[Symbol.asyncIterator]()
    const first = await counted(request, () => batches.next())
    if (first.done || first.value.length === 0) return reply.code(404).send()
    return sendPaths(reply, origin, withFirst(first.value, batches))
  })
}

async function* withFirst<T>(first: T, rest: AsyncIterator<T>) {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

type Batches = AsyncIterable<readonly string[]> | Iterable<readonly string[]>

const sendPaths = (reply: FastifyReply, origin: string, batches: Batches) =>
  reply.headers(headers).send(Readable.from(xmlOf(origin, batches)))

async function* xmlOf(origin: string, batches: Batches) {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
  for await (const paths of batches) {
    yield paths.map((path) => `  <url><loc>${xmlText(origin + path)}</loc></url>\n`).join('')
  }
  yield '</urlset>\n'
}

const indexOf = (
  origin: string,
  names: readonly string[],
) => `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${names.map((name) => `  <sitemap><loc>${xmlText(`${origin}/sitemap-${name}.xml`)}</loc></sitemap>\n`).join('')}</sitemapindex>
`

const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
