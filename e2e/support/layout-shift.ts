import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { drawnFonts } from './drawn-fonts.ts'

/** What Chromium adds to a performance entry; TypeScript's types do not know it. */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/**
 * Records the layout shifts of a page's documents from their first whole frame on: a busy browser
 * paints half a line while it parses, and reports the other half as a shift of the next frame.
 */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('painted-whole')))
    })
    new PerformanceObserver((list) => {
      const [painted] = performance.getEntriesByName('painted-whole')
      for (const { value, startTime, sources } of list.getEntries() as LayoutShift[]) {
        if (!painted || startTime < painted.startTime) continue
        shifts.push(`${value} after ${startTime} ms`)
        for (const { node, previousRect, currentRect } of sources) {
          const text = node instanceof Element ? node.outerHTML : node?.textContent
          const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].join(' '),
          )
          shifts.push(`${from} -> ${to}: ${text?.slice(0, 90)}`)
        }
      }
      document.documentElement.dataset['shifts'] = shifts.join('\n')
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Delays the font until the whole page is painted without it, as on a slow network. */
const holdFont = (page: Page) =>
  page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('painted-whole').length &&
        performance.getEntriesByName('first-contentful-paint').length,
    )
    await route.continue()
  })

/** The layout shifts of a page that is loaded and painted, each with the boxes that moved. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    // A shift in the next frame is reported in the frame after it.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return document.documentElement.dataset['shifts'] ?? ''
  })

/** Prepares a page whose font arrives late, for `expectNoShift`. */
export async function delayFont(page: Page) {
  await watchShifts(page)
  await holdFont(page)
}

/** Expects that the late font has neither moved the loaded page nor mixed with the font on it. */
export async function expectNoShift(page: Page, name: string) {
  expect.soft(await shiftsOf(page), name).toBe('')
  const devtools = await page.context().newCDPSession(page)
  expect.soft(await drawnFonts(devtools), name).toHaveLength(1)
  await devtools.detach()
}
