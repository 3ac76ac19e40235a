import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { noRateLimits } from '../http/limits/rate-limits.ts'
import { createLoadShedder } from '../http/limits/load-shedding.ts'
import { createResponseCache } from '../http/edge/response-cache.ts'
import { createImageStore } from '../services/images/image-store.ts'
import { discoveryRoutes } from './discovery-routes.ts'
import { pageRoutes } from './page-routes.ts'
import type { Render } from './page-routes.ts'

const origin = 'https://shop.example'
const dist = mkdtempSync(join(tmpdir(), 'auto-parts-pages-'))
for (const folder of ['assets', 'parts', 'icons']) {
  mkdirSync(join(dist, 'client', folder), { recursive: true })
}
writeFileSync(join(dist, 'client/index.html'), 'the bare template')
writeFileSync(join(dist, 'client/manifest.webmanifest'), '{}')
writeFileSync(join(dist, 'client/icons/icon-192.png'), 'a picture')
for (const file of ['favicon.svg', 'parts/bonnet.svg', 'assets/main.js']) {
  for (const form of ['', '.br', '.gz']) {
    writeFileSync(join(dist, 'client', file + form), `${file}, ${form || 'as it is'}`)
  }
}
afterAll(() => rmSync(dist, { recursive: true }))

const template = '<html lang="en"><head><!--head--></head><body><!--app--><!--state--></body>'
const page = { status: 200, head: '', html: '', state: '{}' }

const loadShedder = createLoadShedder({ QUEUE_WAIT_MS: 10, DATABASE_POOL: 1 })

const addresses = {
  files: async () => ({ parts: 2, cars: 1 }),
  cars: async () => ['/parts/volkswagen/golf'],
  async *parts(file: number) {
    if (file <= 2) yield [`/part/${file}-1`]
    if (file === 1) yield ['/part/1-2']
  },
}

function openApp(render: Render = async () => page) {
  const app = Fastify()
  discoveryRoutes(app, { dist, origin, addresses, limits: noRateLimits, loadShedder })
  pageRoutes(app, {
    dist,
    origin,
    timeZone: 'Europe/Berlin',
    pages: { render, document: async () => template },
    cache: createResponseCache(),
    read: async (url) => ({ answer: ['a part'], link: `<${url}?after=1>; rel="next"` }),
    limits: noRateLimits,
    loadShedder,
    imageStore: createImageStore(join(dist, 'images')),
  })
  return app
}

function openPages(render?: Render) {
  const app = openApp(render)
  return (url: string) => app.inject({ url })
}

/** Pages that are rendered at the same time. */
const pagesAtOnce = 8

test('a page that would wait too long gets 503', async () => {
  const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
  const get = openPages(async () => {
    await drawn
    return page
  })
  const first = Array.from({ length: pagesAtOnce }, (_, index) => get(`/about?${index}`))
  await expect.poll(() => loadShedder.isFull('page')).toBe(true)
  const turned = await get('/portfolio')
  expect([turned.statusCode, turned.headers['cache-control']]).toEqual([503, 'no-store'])
  expect(['1', '2', '3']).toContain(turned.headers['retry-after'])
  expect(turned.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(turned.body).toContain('<h1>The shop is very busy</h1>')
  draw()
  const drawnPages = await Promise.all(first)
  expect(drawnPages.map(({ statusCode }) => statusCode)).toEqual(Array(pagesAtOnce).fill(200))
  expect((await get('/portfolio')).statusCode).toBe(200)
})

test('a page gets public answers and the public URL', async () => {
  const get = openPages(async (url, read, site) => ({
    ...page,
    html: JSON.stringify([url, site, await read('/api/parts')]),
  }))
  const { body } = await get('/products?q=door')
  const answer = { answer: ['a part'], link: '</api/parts?after=1>; rel="next"' }
  expect(body).toContain(
    JSON.stringify(['/products?q=door', { origin, timeZone: 'Europe/Berlin' }, answer]),
  )
})

test('replacement patterns in a page are literal', async () => {
  const get = openPages(async () => ({ ...page, html: "<p>$& costs $1 and $' more</p>" }))
  expect((await get('/')).body).toContain("<p>$& costs $1 and $' more</p>")
})

test('a page with a location is a redirect', async () => {
  const get = openPages(async () => ({ ...page, status: 302, location: '/products' }))
  const { statusCode, headers } = await get('/appointment')
  expect([statusCode, headers.location]).toEqual([302, '/products'])
})

test('public files are served with their types', async () => {
  const get = openPages()
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toBe('application/manifest+json')
  expect((await get('/icons/icon-192.png')).headers['content-type']).toBe('image/png')
})

test.each(['/favicon.svg', '/parts/bonnet.svg', '/assets/main.js'])(
  '%s goes out as small as the browser can read it',
  async (url) => {
    const app = openApp()
    const formFor = async (encodings: string) => {
      const answer = await app.inject({ url, headers: { 'accept-encoding': encodings } })
      return [answer.headers['content-encoding'], answer.body, answer.headers['content-type']]
    }
    const file = url.slice(1)
    const type = expect.stringMatching(/svg|javascript/)
    expect(await formFor('gzip, deflate, br')).toEqual(['br', `${file}, .br`, type])
    expect(await formFor('gzip')).toEqual(['gzip', `${file}, .gz`, type])
    expect(await formFor('br;q=0, gzip;q=0.5')).toEqual(['gzip', `${file}, .gz`, type])
    expect(await formFor('br;q=0, *')).toEqual(['gzip', `${file}, .gz`, type])
    expect(await formFor('br, gzip;q=0, *;q=0')).toEqual(['br', `${file}, .br`, type])
    expect(await formFor('br;q=0, gzip;q=0, *')).toEqual([undefined, `${file}, as it is`, type])
    expect(await formFor('identity')).toEqual([undefined, `${file}, as it is`, type])
  },
)

test('compressed variants have no URLs of their own', async () => {
  const { body } = await openPages(async () => ({ ...page, html: 'no such page' }))(
    '/favicon.svg.br',
  )
  expect(body).toContain('no such page')
})

/** @shows asvs-13.4.1 */
test('other paths are pages, the template included', async () => {
  const get = openPages(async () => ({ ...page, status: 404, html: 'no such page' }))
  for (const address of [
    '/index.html',
    '/icons/other.png',
    '/wp-login.php',
    '/.git/config',
    '/icons/../../x',
  ]) {
    const { statusCode, body } = await get(address)
    expect(statusCode).toBe(404)
    expect(body).toContain('no such page')
  }
})

test('robots.txt excludes private pages and names the sitemap', async () => {
  const { body } = await openPages()('/robots.txt')
  for (const path of ['/dashboard', '/order', '/api/']) {
    expect(body).toContain(`Disallow: ${path}\n`)
  }
  expect(body).toContain('Allow: /api/docs\n')
  expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

const placesIn = (body: string) =>
  Array.from(body.matchAll(/<loc>(.*?)<\/loc>/g), ([, place]) => place)

/** @shows row-152 */
test('the sitemap is an index of pages, parts and cars', async () => {
  const get = openPages()
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(placesIn(body)).toEqual(
    ['pages', 'parts-1', 'parts-2', 'vehicles-1'].map((name) => `${origin}/sitemap-${name}.xml`),
  )
  for (const place of placesIn(body)) {
    const file = await get(String(place).slice(origin.length))
    expect([file.statusCode, file.headers['content-type']]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ])
    expect(file.body).toMatch(/^<\?xml [^]+<\/urlset>\n$/)
  }
})

test('the sitemap lists the public pages only', async () => {
  const places = placesIn((await openPages()('/sitemap-pages.xml')).body)
  expect(places).toContain(`${origin}/products`)
  expect(places).toContain(`${origin}/`)
  expect(places.join(' ')).not.toMatch(/dashboard|order|login|api/)
})

/** @shows row-152 */
test('a file of the sitemap has all batches of its parts; other files do not exist', async () => {
  const get = openPages()
  expect(placesIn((await get('/sitemap-parts-1.xml')).body)).toEqual([
    `${origin}/part/1-1`,
    `${origin}/part/1-2`,
  ])
  for (const name of ['parts-3.xml', 'parts-0.xml', 'parts-1', 'parts-x.xml']) {
    expect([name, (await get(`/sitemap-${name}`)).statusCode]).toEqual([name, 404])
  }
})

/** @shows row-120 */
test('a page names the time zone of the shop for its scripts', async () => {
  const { body } = await openPages()('/')
  expect(body).toMatch(/^<html lang="en" data-time-zone="Europe\/Berlin">/)
})
