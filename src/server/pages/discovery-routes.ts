import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from './serve-files.ts'
import { sitemapRoutes } from './sitemap-routes.ts'
import type { SitemapOptions } from './sitemap-routes.ts'

interface Options extends SitemapOptions {
  dist: string
}

/** Files that crawlers and browsers request by convention: robots, sitemap, icons and manifest. */
export function discoveryRoutes(app: FastifyInstance, options: Options) {
  const { dist, origin } = options
  const day = { 'cache-control': 'public, max-age=86400' }

  app.get('/robots.txt', (_, reply) =>
    reply.headers(day).type('text/plain; charset=utf-8').send(robots(origin)),
  )
  sitemapRoutes(app, options)
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
