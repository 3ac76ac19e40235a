import type { Page } from '@playwright/test'
import { visitEveryPage, roles } from '../support/every-page.ts'
import { test } from '../support/fixtures.ts'

const printed = ['order', 'my-order', 'invoice', 'manage-all-orders', 'home', 'blogs']

/** A screenshot of the print styles: A4 without its margins. */
async function takePrint(page: Page, name: string) {
  const screen = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 673, height: 1002 })
  await page.screenshot({ path: `screenshots/${name}-print.png`, fullPage: true })
  await page.emulateMedia({ media: null })
  if (screen) await page.setViewportSize(screen)
}

for (const role of roles) {
  test(`a screenshot of every page of a ${role} @phone`, async ({
    browser,
    customer,
    seed,
    viewport,
  }) => {
    test.setTimeout(240_000)
    await visitEveryPage({
      browser,
      customer,
      seed,
      role,
      visit: async (page, { name }, theme) => {
        const path = `screenshots/${name}-${viewport?.width}-${theme}.png`
        await page.screenshot({ path, fullPage: true })
        const isWide = viewport?.width === 1280
        if (isWide && theme === 'dark' && printed.includes(name)) await takePrint(page, name)
      },
    })
  })
}
