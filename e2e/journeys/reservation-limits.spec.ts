import type { Page } from '@playwright/test'
import { newPerson, signUp } from '../support/api.ts'
import { expect, signIn, test } from '../support/fixtures.ts'

// Journeys run without limits, so the answers of the API are replaced; its own tests show the texts.
const refusals = {
  'too-many-units': {
    title: 'You cannot reserve that many units yet',
    detail:
      'Until you confirm your email address you can reserve 63 units of this part. Take fewer, or confirm the address',
    available: 63,
  },
  'too-many-products': {
    title: 'You have reserved too many products',
    detail:
      'Until you confirm your email address you can reserve 3 products at a time. Confirm the address, or pay or delete one of your unpaid orders',
  },
  'reserved-before': {
    title: 'These units are free for other buyers first',
    detail:
      'Your reservation of this part has ended, and its units are free for other buyers for 10 minutes. You can reserve them again in 7 minutes',
  },
} as const

const answerWith = (page: Page, url: string, code: keyof typeof refusals) =>
  page.route(url, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: `/api/docs#${code}`,
            code,
            status: 409,
            ...refusals[code],
          }),
        })
      : route.fallback(),
  )

/** @shows row-32 */
test('an order beyond the share of an unconfirmed account offers fewer units and the mail @phone', async ({
  page,
  request,
  seed,
}) => {
  const eve = newPerson('Eve')
  await signUp(request, eve)
  const part = await seed.part({ quantity: 126 })
  await signIn(page, eve)
  await page.goto(`/order/${part.id}?quantity=100`)
  await answerWith(page, '**/api/order', 'too-many-units')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).click()
  const notice = main.locator('.notice', { hasText: 'you can reserve 63 units' })
  await expect(notice.getByRole('link', { name: 'My Order' })).toBeVisible()
  await notice.getByRole('button', { name: 'Send the email again' }).click()
  await expect(notice).toContainText(`We’ve emailed ${eve.email}`)
  await notice.getByRole('button', { name: 'Take 63 units' }).click()
  await expect(main.getByLabel('Quantity')).toHaveValue('63')
  await expect(main.getByLabel('Quantity')).toBeFocused()
  await expect(notice).toHaveCount(0)
})

/** @shows row-82 */
test('a quick order stops at the limit of products and keeps the rest of the list', async ({
  page,
  request,
  seed,
}) => {
  const eve = newPerson('Eve')
  await signUp(request, eve)
  const parts = [await seed.part({ quantity: 126 }), await seed.part({ quantity: 126 })]
  await signIn(page, eve)
  await page.goto('/quick-order')
  const main = page.getByRole('main')
  const list = parts.map(({ name }) => `${name},40`).join('\n')
  await main.getByLabel('Parts and quantities').fill(list)
  await main.getByRole('button', { name: 'Check list' }).click()
  await answerWith(page, '**/api/order', 'too-many-products')
  await main.getByRole('button', { name: 'Place 2 orders' }).click()
  const notice = main.getByRole('alert').filter({ hasText: '3 products at a time' })
  await expect(notice.getByRole('button', { name: 'Send the email again' })).toBeVisible()
  await expect(notice.getByRole('link', { name: 'My Order' })).toBeVisible()
  await expect(main.getByLabel('Parts and quantities')).toHaveValue(list)
})

/** @shows row-34 */
test('the payment page says when an expired reservation can be renewed', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 126 })
  await signIn(page, customer)
  await page.goto(`/order/${part.id}?quantity=10`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).click()
  await main.getByRole('link', { name: 'My Order' }).click()
  await answerWith(page, '**/api/create-payment-intent', 'reserved-before')
  await main.getByRole('link', { name: 'Pay', exact: true }).click()
  const notice = main.getByRole('alert').filter({ hasText: 'again in 7 minutes' })
  await expect(notice).toContainText('Nothing was charged.')
  await page.unroute('**/api/create-payment-intent')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('button', { name: /^Pay \$/ })).toBeEnabled()
})

const limited = (part: { id: string }, available: number) => ({
  title: 'You cannot reserve that many units yet',
  detail:
    'Until your first payment you can reserve all units of the first 10 parts and 50% of each further one. Take fewer, or pay for an order first',
  lines: [{ product: part.id, available }],
})

/** @shows row-157 */
test('units beyond the share before a first payment are marked at their lines, with what is possible', async ({
  page,
  customer,
  seed,
}) => {
  const [lamp, panel] = [await seed.part({ quantity: 126 }), await seed.part({ quantity: 126 })]
  await signIn(page, customer)
  const main = page.getByRole('main')
  await page.route('**/api/quickOrder/place', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: '/api/docs#too-many-units',
        code: 'too-many-units',
        status: 409,
        ...limited(panel, 63),
      }),
    }),
  )

  await page.goto('/quick-order')
  const list = [lamp, panel].map(({ name }) => `${name},100`).join('\n')
  await main.getByLabel('Parts and quantities').fill(list)
  await main.getByRole('button', { name: 'Check list' }).click()
  await main.getByRole('button', { name: 'Place as one order' }).click()
  const row = main.getByRole('row').filter({ hasText: panel.name })
  await expect(row).toContainText('You can reserve 63 units for now.')
  await expect(main.getByLabel(`Quantity of ${panel.name}`)).toBeFocused()
  await expect(main.getByRole('row').filter({ hasText: lamp.name })).toContainText('Available')
  await row.getByRole('button', { name: 'Take 63' }).click()
  await expect(main.getByLabel(`Quantity of ${panel.name}`)).toHaveValue('63')
  await expect(row).toContainText('Available')

  for (const { name } of [lamp, panel]) {
    await page.goto(`/products?q=${name}`)
    await main.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByRole('banner').getByRole('link', { name: /^Cart \d/ })).toBeVisible()
  }
  await page.goto('/cart')
  await main.getByLabel(`Quantity of ${panel.name}`).fill('100')
  await main.getByRole('button', { name: 'Place order' }).click()
  const line = main.getByRole('listitem').filter({ hasText: panel.name })
  await expect(line).toContainText('You can reserve 63 units for now.')
  await line.getByRole('button', { name: 'Take 63' }).click()
  await expect(main.getByLabel(`Quantity of ${panel.name}`)).toHaveValue('63')
  await expect(line).not.toContainText('for now')
  await expect(main.getByRole('listitem').filter({ hasText: lamp.name })).not.toContainText('now')
})
