import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The pages that are worth finding: public, and the same for everybody. */
const publicPages = ['/', '/products', '/about', '/blogs', '/contact', '/myPortfolio']

interface Options {
  dist: string
  /** The shop's public address. */
  origin: string
}

/** What crawlers and browsers ask for by itself: where to look, icons and the manifest. */
export function discoveryRoutes(app: FastifyInstance, { dist, origin }: Options) {
  const day = { 'cache-control': 'public, max-age=86400' }

  app.get('/robots.txt', (_, reply) =>
    reply.headers(day).type('text/plain; charset=utf-8').send(robots(origin)),
  )
  app.get('/sitemap.xml', (_, reply) =>
    reply.headers(day).type('application/xml; charset=utf-8').send(sitemap(origin)),
  )
  // One route for each file, so that any other address is a page or a missing one.
  void app.register(fastifyStatic, {
    root: join(dist, 'client'),
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', 'assets/**', 'parts/**', '**/*.{br,gz}'],
    preCompressed: true,
    index: false,
    maxAge: '1d',
    decorateReply: false,
  })
}

const robots = (origin: string) => `User-agent: *
Allow: /
Allow: /api/docs
Disallow: /api/
Disallow: /dashboard
Disallow: /order

Sitemap: ${origin}/sitemap.xml
`

const sitemap = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${publicPages.map((path) => `  <url><loc>${xmlText(origin + path)}</loc></url>`).join('\n')}
</urlset>
`

const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
