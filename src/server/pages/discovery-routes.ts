import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { shopPageNames } from '#contract/privacy/shop-pages.ts'
import { serveFiles } from './serve-files.ts'

/** Pages for search engines: public, and the same for every visitor. */
export const publicPages = [
  '/',
  '/products',
  '/about',
  '/blogs',
  '/contact',
  '/myPortfolio',
  ...shopPageNames.map((name) => `/${name}`),
]

interface Options {
  dist: string
  /** The shop's public address. */
  origin: string
}

/** Files that crawlers and browsers request by convention: robots, sitemap, icons and manifest. */
export function discoveryRoutes(app: FastifyInstance, { dist, origin }: Options) {
  const day = { 'cache-control': 'public, max-age=86400' }

  app.get('/robots.txt', (_, reply) =>
    reply.headers(day).type('text/plain; charset=utf-8').send(robots(origin)),
  )
  app.get('/sitemap.xml', (_, reply) =>
    reply.headers(day).type('application/xml; charset=utf-8').send(sitemap(origin)),
  )
  // One route per file: any other path is a page or a 404.
  serveFiles(app, {
    root: join(dist, 'client'),
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', 'assets/**', 'parts/**', '**/*.{br,gz}'],
    index: false,
    maxAge: '1d',
  })
}

const robots = (origin: string) => `User-agent: *
Allow: /
Allow: /api/docs
Disallow: /api/
Disallow: /dashboard
Disallow: /order
Disallow: /cart

Sitemap: ${origin}/sitemap.xml
`

const sitemap = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${publicPages.map((path) => `  <url><loc>${xmlText(origin + path)}</loc></url>`).join('\n')}
</urlset>
`

const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
