import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { demoProducts } from '../src/server/features/products/demo/demo-products.ts'
import { noRateLimits } from '../src/server/http/limits/rate-limits.ts'
import { createLoadShedder } from '../src/server/http/limits/load-shedding.ts'
import { createResponseCache } from '../src/server/http/edge/response-cache.ts'
import { loadPages, pageRoutes } from '../src/server/pages/page-routes.ts'
import { createImageStore } from '../src/server/services/images/image-store.ts'
import { readCommandLine } from '../scripts/command-line.ts'
import { buildWhenNeeded } from '../scripts/build.ts'

/** Maximum compressed bytes of the first visit to Home. */
export const budgets = { scripts: 102_000, styles: 12_000, html: 16_000, fonts: 53_000 }

const dist = resolve('dist')
const client = join(dist, 'client')

/** Compressed bytes of the first visit to Home, with the demo catalogue and twelve reviews. */
export async function measureHome(): Promise<typeof budgets> {
  const html = await renderHome()
  const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1]
  if (!styles) throw new Error('Home has no inline styles')
  return {
    scripts: totalOf(scriptsOf(html).map((file) => `${file}.gz`)),
    styles: gzipSync(styles).length,
    html: gzipSync(html.replace(styles, '')).length,
    fonts: totalOf(matchesIn(styles, /url\(\/?([^)]+\.woff2)\)/g)),
  }
}

async function renderHome() {
  const products = demoProducts.map((product, index) => ({ _id: `id-${index}`, ...product }))
  const reviews = products
    .slice(0, 12)
    .map(({ name, ...product }) => ({ ...product, name: 'Mia', rating: 5, title: name }))
  const app = Fastify()
  const read = async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://shop')
    const rows = pathname === '/api/products' ? products : reviews
    return { answer: rows.slice(0, Number(searchParams.get('limit'))), link: '' }
  }
  pageRoutes(app, {
    dist,
    pages: await loadPages(dist),
    cache: createResponseCache(),
    read,
    limits: noRateLimits,
    loadShedder: createLoadShedder({ QUEUE_WAIT_MS: 500, DATABASE_POOL: 10 }),
    imageStore: createImageStore(join(dist, 'no-images')),
    origin: 'https://shop.example',
    timeZone: 'America/Chicago',
  })
  const { statusCode, body } = await app.inject({ url: '/' })
  if (statusCode !== 200) throw new Error(`Home responded with ${statusCode}`)
  return body
}

interface Chunk {
  file: string
  imports?: string[]
}

/** The scripts of the page and all their static imports. */
function scriptsOf(html: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(client, '.vite/manifest.json'), 'utf8'),
  )
  const chunks = Object.values(manifest)
  const files = new Set(matchesIn(html, /<script\b[^>]* src="\/([^"]+)"/g))
  // The code of Home itself, if the build puts it into a separate file.
  const home = manifest['app/home-route.tsx']
  if (home) files.add(home.file)
  // The iteration of a set includes elements added meanwhile.
  for (const file of files) {
    const { imports = [] } = chunks.find((chunk) => chunk.file === file) ?? {}
    for (const name of imports) files.add(manifest[name]?.file ?? name)
  }
  return [...files]
}

const matchesIn = (text: string, pattern: RegExp) => [
  ...new Set(Array.from(text.matchAll(pattern), ([, path]) => String(path))),
]

const totalOf = (files: string[]) =>
  files.reduce((total, file) => total + statSync(join(client, file)).size, 0)

if (import.meta.main) {
  readCommandLine({
    usage: 'npm run budgets',
    about: 'Compares the compressed size of the first visit to Home with its budget.',
  })
  await buildWhenNeeded(console.log)
  console.table({ bytes: await measureHome(), budget: budgets })
}
