import { tour } from '../every-page.ts'
import { test } from '../shop.ts'

test('a picture of every page', async ({ browser, customer, shelf, viewport }) => {
  test.setTimeout(240_000)
  await tour({
    browser,
    customer,
    shelf,
    visit: async (page, { name }, theme) => {
      const path = `screenshots/${name}-${viewport?.width}-${theme}.png`
      await page.screenshot({ path, fullPage: true })
    },
  })
})
