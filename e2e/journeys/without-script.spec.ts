import type { Page } from '@playwright/test'
import { publicViews } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ javaScriptEnabled: false })

const sentence = /needs JavaScript/
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true })
const cards = (page: Page) => page.getByRole('article')

async function expectNoWaiting(page: Page) {
  await expect(page.getByText('Loading...')).not.toBeVisible()
  const { width, view } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    view: innerWidth,
  }))
  expect(width, page.url()).toBeLessThanOrEqual(view)
}

/** @shows row-124 */
test('every public page is readable and has a menu in a browser without scripts @phone', async ({
  page,
}) => {
  for (const { path } of publicViews) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await expect(menuOf(page).getByRole('link', { name: 'Contact Us' }), path).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open menu' })).not.toBeVisible()
    await expectNoWaiting(page)
  }
})

/** @shows row-124 */
test('the menu leads to a catalogue that searches and turns pages without scripts @phone', async ({
  page,
}) => {
  await page.goto('/')
  await menuOf(page).getByRole('link', { name: 'Parts' }).click()
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2' }).click()
  await expect(page).toHaveURL('/products?page=2')
  await page.getByRole('searchbox').last().fill('Oil Filter')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(cards(page).first()).toContainText('Oil Filter')
})

/** @shows row-124 */
test('the page of a part shows its picture, price, stock and text without scripts @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part({ inTheBox: 'A relay and two screws' })
  await page.goto(`/order/${part.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: part.name })).toBeVisible()
  await expect(main.getByRole('img', { name: part.name })).toBeVisible()
  // Playwright does not find a string within noscript, only a pattern.
  for (const text of [/\$68\.00 \/ unit/, /Available: 100 unit/, /A relay and two screws/]) {
    await expect(main.getByText(text)).toBeVisible()
  }
  await expect(main.getByText(sentence)).toBeVisible()
  await expectNoWaiting(page)
  expect((await page.goto('/order/none'))?.status()).toBe(404)
  await expect(main.getByRole('heading', { name: 'This part is not in the shop' })).toBeVisible()
})

/** @shows row-124, row-150 */
test('the public page of a part is whole without scripts @phone', async ({ page, seed }) => {
  const part = await seed.part({ weightGrams: 900 })
  const make = await seed.fits(part, [{ model: 'Golf', note: 'not for the R' }])
  await page.goto(`/part/${part.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: part.name })).toBeVisible()
  await expect(main.getByRole('img', { name: part.name }).first()).toBeVisible()
  for (const text of ['$68.00', '900 g', '2010–2014', 'not for the R']) {
    await expect(main.getByText(text).first()).toBeVisible()
  }
  await expect(main.getByText(new RegExp(`${make} Golf`, 'i'))).toBeVisible()
  const order = main.getByRole('link', { name: 'Add To Card', exact: true }).first()
  await expect(order).toHaveAttribute('href', `/order/${part.id}`)
  await expect(main.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await expectNoWaiting(page)
})

/** Visible buttons that only a script answers, unless their form says so. */
const idleButtons = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('button'))
      // The questions of an accordion are headings of open answers.
      .filter(
        (button) =>
          button.checkVisibility({ visibilityProperty: true }) && !button.closest('.accordion'),
      )
      .filter(({ type, form }) => {
        if (type !== 'submit') return true
        // The sentence of the newsletter is below its form.
        const said = form?.closest<HTMLElement>('.panel, section, footer div') ?? form
        return !form?.hasAttribute('action') && !/needs JavaScript/.test(said?.innerText ?? '')
      })
      .map((button) => button.innerText || button.ariaLabel),
  )

/** @shows row-124 */
test('no button is shown that only a script answers, unless its form says so @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  const make = await seed.fits(part, [{}])
  const parts = [
    '/products?view=table',
    `/products?vehicle=${make}/golf/2012`,
    `/part/${part.id}`,
    `/parts/${make}/golf/2012`,
    `/order/${part.id}`,
    '/quick-order',
    '/dashboard',
  ]
  for (const path of [...publicViews.map((view) => view.path), ...parts]) {
    await page.goto(path)
    expect.soft(await idleButtons(page), path).toEqual([])
  }
})

/** @shows row-124 */
test('menu, login and shop facts are there without scripts at every width @phone', async ({
  page,
}) => {
  await page.goto('/about')
  for (const width of [320, 390, 768, 960, 1024, 1179, 1180, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const header = page.getByRole('banner')
    for (const name of ['Contact Us', 'Login']) {
      await expect(header.getByRole('link', { name }), `${name} at ${width}`).toHaveCount(1)
      await expect(header.getByRole('link', { name }), `${name} at ${width}`).toBeVisible()
    }
    await expect(page.getByText('Shipping is free above $100'), `${width}`).toBeVisible()
  }
})

/** @shows row-124 */
test('no row of a part’s panel is empty, and its facts are a table, without scripts @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part({ weightGrams: 900 })
  const main = page.getByRole('main')
  for (const path of [`/part/${part.id}`, `/order/${part.id}`]) {
    await page.goto(path)
    const empty = await main.evaluate((element) =>
      Array.from(element.querySelectorAll<HTMLElement>('.buy-panel > *'))
        .filter((row) => row.checkVisibility() && row.innerText.trim() === '')
        .map(({ className }) => className),
    )
    expect(empty).toEqual([])
    const title = await main.getByRole('term').first().boundingBox()
    const fact = await main.getByRole('definition').first().boundingBox()
    expect(title?.y, path).toBe(fact?.y)
  }
})

/** @shows row-124 */
test('a page or form that needs scripts says so instead of loading for ever @phone', async ({
  page,
}) => {
  for (const path of [
    '/login',
    '/signup',
    '/reset-password?token=none',
    '/auth/action?mode=verifyEmail',
    '/newsletter?confirm=none',
    '/quick-order',
    '/cart',
    '/dashboard',
    '/dashboard/manageAllOrders',
  ]) {
    await page.goto(path)
    const said = page.getByRole('main').getByText(sentence).filter({ visible: true })
    await expect(said, path).toHaveCount(1)
    await expect(menuOf(page), path).toBeVisible()
    await expectNoWaiting(page)
  }
})

/** @shows row-124 */
test('the cart says what it needs, in place of a field that adds nothing @phone', async ({
  page,
}) => {
  await page.goto('/cart')
  const main = page.getByRole('main')
  await expect(main.getByText(/The cart needs JavaScript/)).toBeVisible()
  await expect(main.getByRole('textbox')).toHaveCount(0)
})
