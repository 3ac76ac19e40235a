import type { Page } from '@playwright/test'
import { expect, signIn, test, waitUntilLoaded } from '../support/fixtures.ts'
import { chooseCar } from '../support/garage.ts'
import { checkList } from '../support/quick-order.ts'
import { mainOf } from '../support/steps.ts'

test.use({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })

const take = (page: Page, name: string) =>
  page.screenshot({ path: `docs/pictures/${name}.jpg`, type: 'jpeg', quality: 82 })

test('the picture of the parts for a car in the README', async ({ page }) => {
  await page.goto('/products')
  await chooseCar(page, '2014 golf', '2014 Volkswagen Golf')
  await page.goto('/products')
  await waitUntilLoaded(page)
  await expect(mainOf(page).locator('.fit').first()).toBeVisible()
  await take(page, 'parts-for-a-car')
})

/** As a workshop pastes it: part numbers, an OEM number, a name, and a letter where a digit belongs. */
const list = `AP-LT-2110-L\t40
06A 115 561 B\t24
Door Rubber Seal\t20
AP-BR-4410-F\t12
AP-CO-6O10\t10`

test('the picture of a quick order in the README', async ({ page, customer }) => {
  await signIn(page, customer)
  await checkList(page, list)
  await mainOf(page)
    .getByText(/parts available/)
    .evaluate((heading) => {
      heading.scrollIntoView({ block: 'start' })
      scrollBy(0, -100)
    })
  await take(page, 'quick-order')
})
