import type { Page } from '@playwright/test'
import { tour, visitors } from '../support/every-page.ts'
import { test } from '../support/shop.ts'

const printed = ['order', 'my-order', 'invoice', 'manage-all-orders', 'home', 'blogs']

/** The page as it is on paper: A4 less its margins. */
async function takePrint(page: Page, name: string) {
  const screen = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 673, height: 1002 })
  await page.screenshot({ path: `screenshots/${name}-print.png`, fullPage: true })
  await page.emulateMedia({ media: null })
  if (screen) await page.setViewportSize(screen)
}

for (const as of visitors) {
  test(`a picture of every page, as ${as}`, async ({ browser, customer, shelf, viewport }) => {
    test.setTimeout(240_000)
    await tour({
      browser,
      customer,
      shelf,
      as,
      visit: async (page, { name }, theme) => {
        const path = `screenshots/${name}-${viewport?.width}-${theme}.png`
        await page.screenshot({ path, fullPage: true })
        const isWide = viewport?.width === 1280
        if (isWide && theme === 'dark' && printed.includes(name)) await takePrint(page, name)
      },
    })
  })
}
