import { expectAccessible } from '../support/axe.ts'
import { expect, fillCard, signIn, test } from '../support/fixtures.ts'
import { mainOf } from '../support/steps.ts'

const text = 'Not reserved. Pay now to get these parts while they’re in stock.'

/** @shows row-194 */
test('an order without a reservation says so, and is refused before the card is charged @phone', async ({
  page,
  customer,
  seed,
}) => {
  // Journeys run without limits, so its end is taken out of the answers.
  await page.route(/\/api\/(order\/|singleOrder)/, async (route) => {
    // A read that its page has left has no answer.
    const response = await route.fetch().catch(() => undefined)
    const read = await response?.text().catch(() => undefined)
    if (!response || read === undefined) return route.abort()
    const body = read.replaceAll(/"heldUntil":"[^"]*"/g, '"heldUntil":null')
    await route.fulfill({ response, body })
  })
  const part = await seed.part({ quantity: 20 })
  const id = await seed.order(customer, part)
  await signIn(page, customer)
  await page.goto(`/dashboard/payment/${id}`)
  await expect(mainOf(page)).toContainText(text)
  await expectAccessible(page, 'the payment of an order without a reservation')
  await fillCard(page, '4242424242424242')
  let charges = 0
  page.on('request', (request) => {
    if (/\/v1\/payment_intents\/.+\/confirm/.test(request.url())) charges += 1
  })
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: '/api/docs#insufficient-stock',
        code: 'insufficient-stock',
        status: 409,
        title: 'Not enough in stock',
        available: 3,
      }),
    }),
  )
  await mainOf(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(mainOf(page).getByRole('alert')).toContainText(
    'This order is not reserved, and only 3 are in stock. Nothing was charged.',
  )
  expect(charges).toBe(0)

  await page.goto('/dashboard/myOrder')
  await expect(mainOf(page).getByRole('listitem').filter({ hasText: part.name })).toContainText(
    text,
  )
})
