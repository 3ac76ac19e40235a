import type { Page } from '@playwright/test'
import { drawnFonts } from '../support/drawn-fonts.ts'
import { publicViews } from '../support/every-page.ts'
import { expect, test, waitUntilLoaded } from '../support/fixtures.ts'

/** Sums up the layout shifts of a page since its first paint. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    let total = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += (entry as { value?: number }).value ?? 0
      document.documentElement.dataset['shift'] = String(total)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Delays the font until the page is painted without it, as on a slow network. */
const holdFont = (page: Page) =>
  page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
    await route.continue()
  })

/** The total shift once the page is loaded and painted. */
async function shiftOf(page: Page) {
  await waitUntilLoaded(page)
  return page.evaluate(async () => {
    await document.fonts.ready
    // A shift in the next frame is reported in the frame after it.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return Number(document.documentElement.dataset['shift'] ?? 0)
  })
}

/** @shows row-123 */
test('a late font neither shifts a public page nor mixes with the one on it @phone', async ({
  page,
  seed,
}) => {
  await seed.part()
  await watchShifts(page)
  await holdFont(page)
  const devtools = await page.context().newCDPSession(page)
  for (const { path } of publicViews) {
    await page.goto(path)
    // The form for a new password is replaced once its link is known to be invalid.
    if (path.startsWith('/reset-password')) await expect(page.getByRole('alert')).toBeVisible()
    expect(await shiftOf(page), path).toBe(0)
    expect(await drawnFonts(devtools), path).toHaveLength(1)
  }
})

/** @shows row-125 */
test('the drawing of Home and About arrives with the page, without a request', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  for (const path of ['/', '/about']) {
    await page.goto(path)
    await waitUntilLoaded(page)
    await expect(page.locator('.hero__drawing')).toHaveAttribute('src', /^data:image/)
  }
  expect(requested.filter((url) => /assets\/(exploded-car|box-of-ten)/.test(url))).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Auto Parts' }).click()
  await expect(page.locator('.hero__drawing')).toHaveAttribute('src', /^\/assets\/.*\.svg$/)
})
