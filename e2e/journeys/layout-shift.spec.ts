import type { Page } from '@playwright/test'
import { publicViews } from '../support/every-page.ts'
import { expect, test } from '../support/shop.ts'

/** Adds up how far a page moves by itself, from its first picture on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    let total = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += (entry as { value?: number }).value ?? 0
      document.documentElement.dataset['shift'] = String(total)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The font comes only when the page is on the screen without it, as on a slow network. */
const holdFont = (page: Page) =>
  page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
    await route.continue()
  })

/** How far the page has moved, once it is drawn with everything that it loads. */
async function shiftOf(page: Page) {
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    await document.fonts.ready
    // The frame after the next one knows what moved in the next one.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return Number(document.documentElement.dataset['shift'] ?? 0)
  })
}

test('nothing on a public page moves while it loads, even if its font comes late', async ({
  page,
  shelf,
}) => {
  await shelf.stock()
  await watchShifts(page)
  await holdFont(page)
  for (const { path } of publicViews) {
    await page.goto(path)
    expect(await shiftOf(page), path).toBeLessThanOrEqual(0.02)
  }
})
