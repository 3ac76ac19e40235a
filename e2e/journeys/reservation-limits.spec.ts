import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'

// Journeys run without limits, so an answer of the API is replaced; its own tests show the texts.
const tooMany = {
  type: '/api/docs#too-many-unpaid',
  code: 'too-many-unpaid',
  status: 409,
  title: 'You have too many unpaid orders',
  detail: 'You have 50 unpaid orders. Pay or delete one of them first',
}

const refuse = (page: Page, url: string) =>
  page.route(url, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify(tooMany),
        })
      : route.fallback(),
  )

/** @shows row-32 */
test('an order beyond the unpaid ones of an account leads to them @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 126 })
  await signIn(page, customer)
  await page.goto(`/order/${part.id}?quantity=100`)
  await refuse(page, '**/api/order')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).click()
  const notice = main.locator('.notice', { hasText: 'You have 50 unpaid orders' })
  await notice.getByRole('link', { name: 'My Order' }).click()
  await expect(page).toHaveURL(/myOrder/)
})

/** @shows row-82 */
test('a quick order stops at the limit of unpaid orders and keeps the rest of the list', async ({
  page,
  customer,
  seed,
}) => {
  const parts = [await seed.part({ quantity: 126 }), await seed.part({ quantity: 126 })]
  await signIn(page, customer)
  await page.goto('/quick-order')
  const main = page.getByRole('main')
  const list = parts.map(({ name }) => `${name},40`).join('\n')
  await main.getByLabel('Parts and quantities').fill(list)
  await main.getByRole('button', { name: 'Check list' }).click()
  await refuse(page, '**/api/quickOrder/place')
  await main.getByRole('button', { name: 'Place 2 orders' }).click()
  const notice = main.getByRole('alert').filter({ hasText: '50 unpaid orders' })
  await expect(notice.getByRole('link', { name: 'My Order' })).toBeVisible()
  await expect(main.getByLabel('Parts and quantities')).toHaveValue(list)
})
