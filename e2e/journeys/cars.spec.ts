import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test, waitForHydration } from '../support/fixtures.ts'
import { carButton } from '../support/garage.ts'
import type { Seed } from '../support/seed.ts'

/** Parts of one kind that fit the same cars; returns the make of their model. */
async function fittingParts(seed: Seed, count: number, rest: { note?: string } = {}) {
  const parts = await Promise.all(
    Array.from({ length: count }, () => seed.part({ kind: 'brakes' })),
  )
  const [first, ...others] = parts
  if (!first) throw new Error('No part')
  const make = await seed.fits(first, [{ model: 'Golf', ...rest }])
  for (const part of others) await seed.fits(part, [{ model: 'Golf' }], make)
  return { make, parts, path: `/parts/${make}/golf` }
}

const robots = (page: Page) => page.locator('meta[name=robots]')
const canonical = (page: Page) => page.locator('link[rel=canonical]')

/** @shows row-151 */
test('from the makes to the brakes of a model year: parts with their conditions @phone', async ({
  page,
  seed,
}) => {
  const { make, parts, path } = await fittingParts(seed, 3, { note: 'not for the R' })
  await page.goto('/products')
  await waitForHydration(page)
  await page.getByRole('main').getByRole('link', { name: 'Parts by car' }).click()
  await expect(page).toHaveURL('/parts')
  await page.getByRole('navigation', { name: 'Makes' }).getByRole('link', { name: make }).click()
  await page.getByRole('navigation', { name: 'Models' }).getByRole('link', { name: 'Golf' }).click()
  const years = page.getByRole('navigation', { name: 'Model years' })
  await expect(years.getByRole('link').first()).toHaveText('2014')
  await years.getByRole('link', { name: '2012' }).click()
  await page
    .getByRole('navigation', { name: 'Kinds of parts' })
    .getByRole('link', { name: 'Brakes' })
    .click()
  await expect(page).toHaveURL(`${path}/2012/brakes`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Brakes for the 2012 ${make} Golf` }),
  ).toBeVisible()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(3)
  await expect(cards.filter({ hasText: `Fits the 2012 ${make} Golf` })).toHaveCount(2)
  await expect(cards.filter({ hasText: 'Check first: not for the R' })).toHaveCount(1)
  await expectAccessible(page, 'the parts of a car')
  await page.getByRole('link', { name: String(parts[1]?.name) }).click()
  await expect(page).toHaveURL(`/part/${parts[1]?.id}`)
})

/** @shows row-150, row-151 */
test('the car of a page is chosen there, and the page of a part says whether it fits @phone', async ({
  page,
  seed,
}) => {
  const { make, parts, path } = await fittingParts(seed, 2)
  const part = parts[1]
  await page.goto(`/part/${part?.id}`)
  await waitForHydration(page)
  const main = page.getByRole('main')
  await expect(main.getByText('Choose your car to see whether this part fits it.')).toBeVisible()
  await page.goto(`${path}/2012`)
  await waitForHydration(page)
  await main.getByRole('button', { name: 'Choose this car' }).click()
  await expect(main.getByText('Your car', { exact: true })).toBeVisible()
  await main.getByRole('link', { name: String(part?.name) }).click()
  const verdict = main.locator('.part-fit')
  await expect(verdict).toContainText(`Fits your 2012 ${make} Golf`)
  await expectAccessible(page, 'the verdict on the page of a part')
  await page.goto(`${path}/2015`)
  await waitForHydration(page)
  await main.getByRole('button', { name: 'Choose this car' }).click()
  await expect(carButton(page)).toContainText('2015')
  await page.goto(`/part/${part?.id}`)
  await expect(verdict).toContainText(`Does not fit your 2015 ${make} Golf`)
})

/** @shows row-151 */
test('search engines are shown pages with three parts, and one of the years that are alike', async ({
  page,
  baseURL,
  seed,
}) => {
  const { path } = await fittingParts(seed, 3)
  expect((await page.goto(`${path}/2010/brakes`))?.status()).toBe(200)
  await expect(robots(page)).toHaveCount(0)
  await expect(canonical(page)).toHaveAttribute('href', `${baseURL}${path}/2010/brakes`)
  await page.goto(`${path}/2010`)
  await expect(canonical(page)).toHaveAttribute('href', `${baseURL}${path}/2010`)
  await page.goto(`${path}/2011`)
  await expect(canonical(page)).toHaveAttribute('href', `${baseURL}${path}`)
  for (const query of ['page=2', 'engine=2.0l-diesel']) {
    await page.goto(`${path}/2010?${query}`)
    await expect(robots(page)).toHaveAttribute('content', 'noindex, follow')
  }
  const few = await fittingParts(seed, 2)
  expect((await page.goto(`${few.path}/2010/brakes`))?.status()).toBe(200)
  await expect(robots(page)).toHaveAttribute('content', 'noindex, follow')
})

/** @shows row-151 */
test('a car without parts is 200 and says so, an unknown one 404, an old name 301', async ({
  page,
  request,
}) => {
  const empty = await page.goto('/parts/volkswagen/golf/1990/wheels')
  expect(empty?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: /^No parts for the .* yet$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for a part' })).toBeVisible()
  await expect(robots(page)).toHaveAttribute('content', 'noindex, follow')
  for (const path of [
    '/parts/volkswagen/golf/1950',
    '/parts/volkswagen/nothing',
    '/parts/nothing',
    '/parts/volkswagen/golf/2014/nothing',
    '/parts/volkswagen/golf/2014/brakes/front',
  ]) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const moved = await request.get('/parts/vw/golf/2014/brakes', { maxRedirects: 0 })
  expect([moved.status(), moved.headers()['location']]).toEqual([
    301,
    '/parts/volkswagen/golf/2014/brakes',
  ])
  const ofSeveral = await request.get('/parts/bmw/3-series/2015/brakes', { maxRedirects: 0 })
  expect([ofSeveral.status(), ofSeveral.headers()['location']]).toEqual([301, '/parts/bmw'])
})

/** @shows row-152 */
test('the sitemap leads to the pages of parts', async ({ request, baseURL, seed }) => {
  const part = await seed.part()
  const index = await (await request.get('/sitemap.xml')).text()
  expect(index).toContain(`<loc>${baseURL}/sitemap-parts-1.xml</loc>`)
  const parts = await (await request.get('/sitemap-parts-1.xml')).text()
  expect(parts).toContain(`<loc>${baseURL}/part/${part.id}</loc>`)
})
