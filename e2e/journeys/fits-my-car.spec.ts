import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { carButton, carInput, chooseCar, garageDialog } from '../support/garage.ts'
import { delayFont, expectNoShift } from '../support/layout-shift.ts'
import { confirm } from '../support/steps.ts'

// The cars of the demo parts, as a visitor of a fresh shop finds them.

const cardOf = (page: Page, part: string) =>
  page.getByRole('article', { name: part, exact: true }).first()

const searchFor = (part: string) => `/products?q=${encodeURIComponent(part)}`

const golf = '2014 Volkswagen Golf'
const verdicts = {
  'Brake Pad Set': `Fits your ${golf}`,
  'Oil Filter': 'Check engine: fits 2.5 L petrol',
  'Exhaust Muffler': `Does not fit your ${golf}`,
  'Jump Starter with Compressor': 'Fits every car',
  'Quarter Panel': `Fit not confirmed for your ${golf}`,
}

/** Leaves the cars of other tests out of the list. */
const withShippedCars = (page: Page) =>
  page.route('**/api/vehicles', async (route) => {
    const response = await route.fetch()
    const { makes } = (await response.json()) as { makes: { slug: string }[] }
    const shipped = makes.filter(({ slug }) => !slug.startsWith('make-'))
    await route.fulfill({ response, json: { makes: shipped } })
  })

async function openWithGolf(page: Page) {
  await withShippedCars(page)
  await page.goto('/')
  await waitForHydration(page)
  await chooseCar(page, 'golf 14', golf)
}

/** @shows row-185, row-147, row-148 */
test('check 1: a visitor chooses a car with the keyboard alone, and each part says one of the five verdicts @phone', async ({
  page,
}) => {
  await withShippedCars(page)
  await delayFont(page)
  await page.goto('/')
  await waitForHydration(page)
  await carButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(carInput(page)).toBeFocused()
  await page.keyboard.type('golf 14')
  await expect(garageDialog(page).getByRole('option', { name: golf, exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(carButton(page)).toHaveText(`Your car: ${golf}`)
  await page.goto('/')
  await expect(page.locator('.product-card .fit')).toHaveCount(6)
  await expectNoShift(page, 'home with verdicts')
  for (const [part, words] of Object.entries(verdicts)) {
    await page.goto(searchFor(part))
    await expect(cardOf(page, part)).toContainText(words)
  }
  await expectNoShift(page, 'a card with a verdict')
  await page.goto('/products?view=table')
  await expect(page.locator('.parts-table .fit').nth(5)).toBeVisible()
  await expectNoShift(page, 'the table with verdicts')
  await expectAccessible(page, 'a card that is not known to fit')
})

/** @shows row-185, row-148 */
test('check 2: the answer about the engine decides, stays, and belongs to its car @phone', async ({
  page,
}) => {
  await openWithGolf(page)
  await page.goto(searchFor('Oil Filter'))
  const filter = cardOf(page, 'Oil Filter')
  await filter.getByRole('button', { name: 'Which is yours?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Another' }).click()
  await expect(filter).toContainText(`Does not fit your ${golf}`)
  await page.reload()
  await expect(filter).toContainText(`Does not fit your ${golf}`)
  await chooseCar(page, 'model 3 2020', '2020 Tesla Model 3')
  await page.goto(searchFor('Spark Plug Set'))
  await expect(cardOf(page, 'Spark Plug Set')).toContainText('Does not fit your 2020 Tesla Model 3')
})

/** @shows row-185, row-149 */
test('check 3: only what fits, counted, and the same under its address in another browser @phone', async ({
  page,
  browser,
}) => {
  await openWithGolf(page)
  await page.goto('/products')
  await page.getByRole('link', { name: /^Fits my car/ }).click()
  const found = page.getByText(/^\d+ parts for a 2014 /)
  await expect(found).toBeVisible()
  const list = page.locator('.catalogue-parts').getByRole('article')
  const names = await list.locator('h3').allTextContents()
  await expect(list.locator('.fit')).toHaveCount(names.length)
  for (const words of await list.locator('.fit').allTextContents()) {
    expect(words).toMatch(/^(Fits your|Check (first|engine))/)
  }
  await expect(found).toHaveText(`${names.length} parts for a ${golf}`)
  const stranger = await browser.newPage()
  await stranger.goto(page.url())
  await expect(stranger.locator('.catalogue-parts').getByRole('article').locator('h3')).toHaveText(
    names,
  )
  await stranger.close()
})

/** @shows row-185, row-150, row-152 */
test('check 4: the page of a part has its cars without scripts, for search engines too @phone', async ({
  page,
  browser,
  request,
}) => {
  await page.goto(searchFor('Brake Pad Set'))
  const address = await cardOf(page, 'Brake Pad Set').getByRole('link').first().getAttribute('href')
  expect(address).toMatch(/^\/part\//)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(String(address))
  await expect(plain.getByRole('table').filter({ hasText: 'Golf' })).toContainText('2010–2014')
  await context.close()
  const html = await (await request.get(String(address))).text()
  const text = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
  const { '@graph': entries } = JSON.parse(String(text)) as { '@graph': Record<string, unknown>[] }
  expect(entries.find((entry) => entry['@type'] === 'Product')).toMatchObject({
    mpn: 'AP-BR-4450',
    offers: expect.anything(),
    isAccessoryOrSparePartFor: expect.arrayContaining([
      expect.objectContaining({ '@type': 'Car', model: 'Golf' }),
    ]),
  })
  expect(await (await request.get('/sitemap-parts-1.xml')).text()).toContain(String(address))
})

/** @shows row-185, row-146, row-149 */
test('check 5: a part that does not fit is asked about once, and the owner sees for which car it was ordered @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  await seed.fits(part, [{ model: 'Golf', from: 1990, to: 1991 }])
  await openWithGolf(page)
  await signIn(page, customer)
  await page.goto(`/order/${part.id}?quantity=10`)
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Does it fit?' })).toContainText(golf)
  await confirm(page, 'Order anyway')
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expect(page.getByText(`For: ${golf} — does not fit`)).toBeVisible()
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${part.name}`)
  await expect(page.getByText(`For: ${golf} — does not fit`).first()).toBeVisible()
})

/** @shows row-185, row-151 */
test('check 8: search engines are shown the page of a kind with three parts or more, not the one with two @phone', async ({
  page,
}) => {
  const robots = page.locator('meta[name=robots]')
  const shown = async (path: string) => {
    const status = (await page.goto(path))?.status()
    return [status, await page.getByRole('article').count(), await robots.count()]
  }
  expect(await shown('/parts/volkswagen/golf/2014/brakes')).toEqual([200, 2, 1])
  await expect(robots).toHaveAttribute('content', 'noindex, follow')
  const [status, parts, hidden] = await shown('/parts/volkswagen/golf/2014/body')
  expect([status, hidden]).toEqual([200, 0])
  expect(parts).toBeGreaterThanOrEqual(3)
  await expect(page.getByRole('heading', { level: 1, name: `Body for the ${golf}` })).toBeVisible()
  expect((await shown('/parts/volkswagen/golf/1950'))[0]).toBe(404)
})

/** @shows row-185 */
test('a stranger finds what fits a car in at most four taps and one typed word @phone', async ({
  page,
}) => {
  await withShippedCars(page)
  await page.goto('/')
  await waitForHydration(page)
  const taps = () => page.evaluate(() => Number(document.documentElement.dataset['taps'] ?? 0))
  await page.evaluate(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        const { dataset } = document.documentElement
        if (isTrusted) dataset['taps'] = String(Number(dataset['taps'] ?? 0) + 1)
      },
      { capture: true },
    )
  })
  await carButton(page).click()
  await expect(carInput(page)).toBeFocused()
  await page.keyboard.type('golf')
  const option = (name: string) => garageDialog(page).getByRole('option', { name, exact: true })
  await option('Volkswagen Golf').click()
  await option(golf).click()
  await page.getByRole('button', { name: 'See what fits' }).click()
  await expect(page).toHaveURL(/vehicle=volkswagen%2Fgolf%2F2014/)
  await expect(page.locator('.catalogue-parts').getByRole('article').first()).toContainText(
    /Fits your 2014|Check (first|engine)/,
  )
  expect(await taps()).toBe(4)
})
