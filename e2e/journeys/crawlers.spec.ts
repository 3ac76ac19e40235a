import { expect, test } from '../support/fixtures.ts'

type Thing = { '@type': unknown; [property: string]: unknown }

test('public pages describe themselves to search engines in JSON-LD', async ({ request }) => {
  const thingsOn = async (path: string) => {
    const html = await (await request.get(path)).text()
    const json = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? '{}'
    return (JSON.parse(json) as { '@graph'?: Thing[] })['@graph'] ?? []
  }
  const typesOn = async (path: string) => (await thingsOn(path)).map((thing) => thing['@type'])
  expect(await typesOn('/')).toEqual([['Organization', 'AutoPartsStore']])
  expect(await typesOn('/about')).toEqual(['BreadcrumbList', 'FAQPage'])
  const [, list] = await thingsOn('/products')
  expect(list).toMatchObject({
    '@type': 'ItemList',
    itemListElement: expect.arrayContaining([
      expect.objectContaining({
        item: expect.objectContaining({
          '@type': 'Product',
          offers: expect.objectContaining({ '@type': 'Offer', priceCurrency: 'USD' }),
        }),
      }),
    ]),
  })
})

test('crawlers find the public pages and icons', async ({ request, baseURL }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /dashboard')
  const index = await (await request.get('/sitemap.xml')).text()
  expect(index).toContain(`<loc>${baseURL}/sitemap-pages.xml</loc>`)
  const map = await (await request.get('/sitemap-pages.xml')).text()
  expect(map).toContain(`<loc>${baseURL}/products</loc>`)
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[]
  }
  for (const { src } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe('image/png')
  }
})
