import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { waitUntilLoaded } from './fixtures.ts'
import { delayFont } from './layout-shift.ts'

const path = '**/api/prices?*'

/** Where the parts of an element are, without those of the account's price. */
const placesIn = (element: Locator) =>
  element.evaluate((one) =>
    [one, ...one.querySelectorAll('*')]
      .filter((part) => !part.closest('.own-price'))
      .map((part) => Object.values(part.getBoundingClientRect().toJSON() as object).join(' ')),
  )

/**
 * Holds the prices of the account until the public page is there, to compare the places before and
 * after them, with a font that arrives late.
 */
export async function holdPrices(page: Page) {
  await delayFont(page)
  let held = Promise.withResolvers<void>()
  let watched: { element: Locator; before: string[] } | undefined
  await page.route(path, async (route) => {
    await held.promise
    await route.fallback()
  })
  return {
    async release(element: Locator) {
      await waitUntilLoaded(page)
      await expect(page.locator('.own-price')).toHaveCount(0)
      watched = { element, before: await placesIn(element) }
      held.resolve()
    },
    async expectNone(name: string) {
      held = Promise.withResolvers<void>()
      expect.soft(watched && (await placesIn(watched.element)), name).toEqual(watched?.before)
    },
    end: () => page.unroute(path),
  }
}
