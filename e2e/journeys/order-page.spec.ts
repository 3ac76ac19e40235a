import { expect, signIn, test } from '../support/fixtures.ts'
import { expectToast } from '../support/toasts.ts'

/** @shows row-32, row-33 */
test('Order Now shows at the quantity why it is disabled @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 40 })
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  const main = page.getByRole('main')
  const quantity = main.getByLabel('Quantity')
  const press = () => main.getByRole('button', { name: 'Order Now' }).click({ force: true })
  const reason = main.getByRole('alert')

  await press()
  await expect(reason).toHaveText('Price is Required')
  await expect(quantity).toBeFocused()
  await quantity.fill('41')
  await expect(reason).toHaveText('Input Quantity is Higher')
  await quantity.fill('20')
  await expect(reason).toHaveCount(0)
  await press()
  await expect(reason).toHaveText('Calculate the amount first')
  await expect(quantity).toBeFocused()
  await quantity.press('Enter')
  await expect(reason).toHaveCount(0)
  await press()
  await expectToast(page, 'Place  $ 1360  successfully')
})

/** @shows row-6, row-30 */
test('a part that cannot be ordered shows the reason', async ({ page, customer, seed }) => {
  await signIn(page, customer)
  for (const [quantity, state, reason] of [
    [0, 'Sold out', 'Out of stock.'],
    [7, 'Fewer than 10 left', 'Only 7 left, below the minimum of 10.'],
  ] as const) {
    const part = await seed.part({ quantity })
    await page.goto(`/products?q=${encodeURIComponent(part.name)}`)
    const card = page.getByRole('article', { name: part.name })
    await expect(card.getByText(state, { exact: true })).toBeVisible()
    await expect(card.getByText(`Available: ${quantity} unit`, { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: 'Add To Card' })).toHaveAccessibleDescription(
      `${part.name} ${state}`,
    )
    const html = await (await page.request.get(page.url())).text()
    expect(html).toContain('schema.org/OutOfStock')

    await card.getByRole('link', { name: 'Add To Card' }).click()
    const main = page.getByRole('main')
    await expect(main.getByText(state, { exact: true })).toBeVisible()
    await expect(main.getByLabel('Quantity')).toHaveCount(0)
    const order = main.getByRole('button', { name: 'Order Now' })
    await expect(order).toBeDisabled()
    await order.click({ force: true })
    await expect(page.locator(':focus')).toContainText(reason)
    await expect(main.getByRole('link', { name: 'Our Products' })).toBeVisible()
  }
})

test('the page of an unknown part offers nothing to order', async ({ page, customer }) => {
  await signIn(page, customer)
  await page.goto('/order/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'This part is not in the shop' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How to order' })).toHaveCount(0)
})
