import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { expectToast } from '../support/toasts.ts'

type Thing = { '@type': unknown; [property: string]: unknown }

async function productIn(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text()
  const json = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? '{}'
  const things = (JSON.parse(json) as { '@graph'?: Thing[] })['@graph'] ?? []
  return { html, product: things.find((thing) => thing['@type'] === 'Product') }
}

/** @shows row-150 */
test('a card leads to the public page of its part: price, stock, cars, cart and order @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ kind: 'lighting', weightGrams: 900 })
  await seed.fits(part, [
    { model: 'Golf', decilitres: 25, fuel: 'petrol' },
    { model: 'Golf', from: 2015, to: 2015, note: 'not for the Estate' },
    { model: 'Jetta', from: 2011, to: 2018 },
  ])
  await page.goto(`/products?q=${encodeURIComponent(part.name)}`)
  await waitForHydration(page)
  await page.getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/part/${part.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: part.name })).toBeVisible()
  for (const text of ['$68.00', 'Available: 100 unit', 'Min Order : 10unit', '900 g']) {
    await expect(main.getByText(text).first()).toBeVisible()
  }
  const cars = main.getByRole('region', { name: 'This part fits' })
  for (const text of ['2010–2014', '2.5 L petrol', 'not for the Estate', '2011–2018']) {
    await expect(cars.getByText(text)).toBeVisible()
  }
  await expect(cars.getByText(/Golf$/)).toHaveCount(1)
  // Position and units per car have no value here, so no column either.
  const titles = ['Make and model', 'Years', 'Engine', 'Note']
  await expect(cars.locator('thead th')).toHaveText(titles)
  await expectAccessible(page, 'the page of a part')

  await main.getByRole('button', { name: 'Add to cart' }).first().click()
  await expectToast(page, `Added to cart: 10 × ${part.name}`)
  const order = main.getByRole('link', { name: 'Add To Card', exact: true }).first()
  await expect(order).toHaveAttribute('href', `/order/${part.id}`)
  await signIn(page, customer)
  await page.goto(`/part/${part.id}`)
  await order.click()
  await expect(page).toHaveURL(`/order/${part.id}`)
})

/** @shows row-150 */
test('a part with many models shows the first of them, and all of them on request', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  const models = Array.from({ length: 30 }, (_, index) => ({ model: `Model ${100 + index}` }))
  await seed.fits(
    part,
    models.map(({ model }) => ({ model: model.replace(' ', '-') })),
  )
  await page.goto(`/part/${part.id}`)
  await waitForHydration(page)
  const rows = page.getByRole('table').locator('tbody')
  await expect(rows).toHaveCount(25)
  await page.getByRole('link', { name: 'Show all 30 models' }).click()
  await expect(rows).toHaveCount(30)
  await expect(page).toHaveURL(`/part/${part.id}?cars=all`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`/part/${part.id}$`),
  )
})

/** @shows row-150 */
test('search engines read offer, number and cars of a part in JSON-LD', async ({
  request,
  baseURL,
  seed,
}) => {
  const partNumber = `AP-${Date.now()}`
  const part = await seed.part({ partNumber, brand: 'Auralux', quantity: 9 })
  const years = Array.from({ length: 22 }, (_, index) => ({ from: 1990 + index, to: 1990 + index }))
  await seed.fits(part, years)
  const { html, product } = await productIn(request, `/part/${part.id}`)
  expect(product).toMatchObject({
    name: part.name,
    sku: partNumber,
    mpn: partNumber,
    brand: { name: 'Auralux' },
    offers: {
      '@type': 'Offer',
      price: '68.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
      url: `${baseURL}/part/${part.id}`,
    },
  })
  const cars = product?.['isAccessoryOrSparePartFor'] as Thing[]
  expect(cars).toHaveLength(20)
  expect(cars[0]).toMatchObject({ '@type': 'Car', model: 'Golf', vehicleModelDate: '1990' })
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/part/${part.id}"/>`)
})

/** @shows row-150 */
test('a withdrawn part answers 410 with others of its kind, an unknown one 404', async ({
  page,
  request,
  seed,
}) => {
  const part = await seed.part({ kind: 'exhaust' })
  const other = await seed.part({ kind: 'exhaust' })
  expect((await request.get(`/part/${part.id}`)).status()).toBe(200)
  await seed.withdraw(part)
  await expect(async () => {
    expect((await page.goto(`/part/${part.id}`))?.status()).toBe(410)
  }).toPass()
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { level: 1, name: `${part.name} is no longer sold` }),
  ).toBeVisible()
  await expect(main.getByRole('article')).not.toHaveCount(0)
  expect(other.id).not.toBe(part.id)
  await expectAccessible(page, 'the page of a withdrawn part')
  for (const id of ['none', crypto.randomUUID()]) {
    expect((await page.goto(`/part/${id}`))?.status()).toBe(404)
    await expect(main.getByRole('heading', { name: 'This part is not in the shop' })).toBeVisible()
  }
})
