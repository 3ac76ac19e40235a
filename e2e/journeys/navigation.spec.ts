import type { Page } from '@playwright/test'
import { expect, waitForHydration, signIn, test } from '../support/fixtures.ts'

/** Marks the document; a full page load loses the mark. */
const mark = (page: Page) => page.evaluate(() => (document.body.dataset['marked'] = 'yes'))

const isMarked = (page: Page) => page.evaluate(() => document.body.dataset['marked'] === 'yes')

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).first()

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('links between public pages load no document @phone', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
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

/** @shows row-127 */
test('a field that the reader has reached as soon as its page is shown keeps the focus', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.evaluate(() => {
    // Called when React has put the page into the document, before anything that runs later.
    const observer = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (!field) return
      observer.disconnect()
      field.focus()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await footerLink(page, 'All parts and prices').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('tabindex', '-1')
  await page.keyboard.type('seal')
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('seal')
})

test('Back and Forward restore the scroll position @phone', async ({ page }) => {
  await page.goto('/products')
  await waitForHydration(page)
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

test('a link to a section adds a history entry without loading the page', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await mark(page)
  await page.getByRole('link', { name: 'buy now' }).click()
  await expect(page).toHaveURL('/#products')
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(() => scrolled(page)).toBe(0)
  expect(await isMarked(page)).toBe(true)
})

test('a focused link prefetches its page and data', async ({ page }) => {
  await page.goto('/about')
  await waitForHydration(page)
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

test('links with a modifier key are left to the browser', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  // The last listener of a click: unless it is prevented by then, the browser handles it.
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      document.body.dataset['handledByPage'] = String(event.defaultPrevented)
      event.preventDefault()
    }),
  )
  const body = page.locator('body')
  for (const modifier of ['ControlOrMeta', 'Shift'] as const) {
    await footerLink(page, 'About us').click({ modifiers: [modifier] })
    await expect(body).toHaveAttribute('data-handled-by-page', 'false')
    await expect(page).toHaveURL('/')
  }
  await footerLink(page, 'About us').click()
  await expect(body).toHaveAttribute('data-handled-by-page', 'true')
  await expect(page).toHaveURL('/about')
})

test('unknown paths are not found, in any case and with a slash', async ({ page, customer }) => {
  await signIn(page, customer)
  await page.goto('/dashboard/nothing')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await page.goto('/Dashboard/MYORDER/')
  await expect(page.getByRole('heading', { name: 'My Order' })).toBeVisible()
})
