import type { Page } from '@playwright/test'
import { expect, hydrated, signIn, test } from '../support/shop.ts'

/** Marks the document, so that it can be seen whether it is still the same one. */
const mark = (page: Page) => page.evaluate(() => (document.body.dataset['marked'] = 'yes'))

const isMarked = (page: Page) => page.evaluate(() => document.body.dataset['marked'] === 'yes')

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).first()

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('public pages follow each other without being loaded, each from its top and its heading', async ({
  page,
}) => {
  await page.goto('/')
  await hydrated(page)
  await mark(page)
  for (const [link, title] of [
    ['Contact', 'Contact'],
    ['About us', 'About'],
  ] as const) {
    await footerLink(page, link).click()
    await expect(page).toHaveTitle(`${title}-Auto Parts`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await scrolled(page)).toBe(0)
  }
  expect(await isMarked(page)).toBe(true)
})

test('Back and Forward lead to where a page was read', async ({ page }) => {
  await page.goto('/products')
  await hydrated(page)
  await mark(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
  const left = await scrolled(page)
  await footerLink(page, 'About us').click()
  await expect(page).toHaveURL('/about')
  await expect.poll(() => scrolled(page)).toBe(0)

  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect.poll(() => scrolled(page)).toBe(left)
  await page.goForward()
  await expect(page).toHaveURL('/about')
  await expect.poll(() => scrolled(page)).toBe(0)
  expect(await isMarked(page)).toBe(true)
})

test('a part of a page is an entry of the history, and the page itself stays', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await mark(page)
  await page.getByRole('link', { name: 'buy now' }).click()
  await expect(page).toHaveURL('/#products')
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(() => scrolled(page)).toBe(0)
  expect(await isMarked(page)).toBe(true)
})

test('a page is fetched with its data while its link is aimed at', async ({ page }) => {
  await page.goto('/about')
  await hydrated(page)
  const link = page.getByRole('link', { name: 'Order Our Products' })
  const code = page.waitForResponse(/catalogue-page/)
  const parts = page.waitForResponse(/\/api\/products/)
  await link.focus()
  await Promise.all([code, parts])
  await expect(page).toHaveURL('/about')
  await page.route('**/api/**', (route) => route.abort())
  await link.click()
  await expect(page.getByRole('article')).toHaveCount(24)
})

test('links open elsewhere as the browser is asked to', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  // The last to hear of a click: what nobody has taken until then is the browser's to do.
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      document.body.dataset['takenByThePage'] = String(event.defaultPrevented)
      event.preventDefault()
    }),
  )
  const body = page.locator('body')
  for (const modifier of ['ControlOrMeta', 'Shift'] as const) {
    await footerLink(page, 'About us').click({ modifiers: [modifier] })
    await expect(body).toHaveAttribute('data-taken-by-the-page', 'false')
    await expect(page).toHaveURL('/')
  }
  await footerLink(page, 'About us').click()
  await expect(body).toHaveAttribute('data-taken-by-the-page', 'true')
  await expect(page).toHaveURL('/about')
})

test('an unknown address below a known one is a missing page', async ({ page, customer }) => {
  await signIn(page, customer)
  await page.goto('/dashboard/nothing')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await page.goto('/Dashboard/MYORDER/')
  await expect(page.getByRole('heading', { name: 'My Order' })).toBeVisible()
})
