import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { drawnFonts } from './drawn-fonts.ts'

/** Sums up the layout shifts of a page's documents since their first paint. */
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

/** The total shift of a page that is loaded and painted. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    // A shift in the next frame is reported in the frame after it.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return Number(document.documentElement.dataset['shift'] ?? 0)
  })

/** Prepares a page whose font arrives late, for `expectNoShift`. */
export async function delayFont(page: Page) {
  await watchShifts(page)
  await holdFont(page)
}

/** Expects that the late font has neither moved the loaded page nor mixed with the font on it. */
export async function expectNoShift(page: Page, name: string) {
  expect.soft(await shiftOf(page), name).toBe(0)
  const devtools = await page.context().newCDPSession(page)
  expect.soft(await drawnFonts(devtools), name).toHaveLength(1)
  await devtools.detach()
}
