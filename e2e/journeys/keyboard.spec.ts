import type { Locator, Page } from '@playwright/test'
import { newPerson } from '../support/api.ts'
import { expect, waitForHydration, signIn, test } from '../support/fixtures.ts'
import { payByKeys, pressByKey, tabTo } from '../support/keys.ts'
import { prolongToasts } from '../support/toasts.ts'

async function fillByKeys(page: Page, values: readonly (readonly [Locator, string])[]) {
  for (const [field, value] of values) {
    await tabTo(page, field)
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
}

/** @shows row-4, row-39, row-105 */
test('a part is bought with the keyboard alone @phone', async ({ page, seed }) => {
  const part = await seed.part()
  const mia = newPerson()
  const main = page.getByRole('main')
  const password = main.getByLabel('Password', { exact: true })
  const link = (name: string) => main.getByRole('link', { name, exact: true })
  const button = (name: string | RegExp) => main.getByRole('button', { name })
  const press = (target: Locator) => pressByKey(page, target)

  await page.goto('/')
  await waitForHydration(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(link('buy now')).toBeFocused()
  await press(link('Add To Card').first())

  await expect(main.getByRole('heading', { name: 'Login' })).toBeFocused()
  await press(link('Create new Account'))
  await expect(main.getByRole('heading', { name: 'Sign Up' })).toBeFocused()
  await fillByKeys(page, [
    [main.getByLabel('Name'), mia.name],
    [main.getByLabel('Email'), mia.email],
    [password, mia.password],
  ])
  await expect(main.getByRole('heading', { name: 'Login' })).toBeFocused()
  await press(link('Continue to your order'))
  await expect(page).toHaveURL(/\/order\//)

  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page.getByRole('contentinfo').getByRole('link', { name: 'All parts and prices' }))
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, main.getByLabel('Search parts'))
  await page.keyboard.type(part.name)
  await expect(main.getByRole('article')).toHaveCount(1)
  await press(link('Add To Card'))

  await tabTo(page, main.getByLabel('Quantity'))
  await page.keyboard.type('20')
  await press(button('Calculate Amount'))
  await press(page.getByRole('button', { name: 'Order Now' }))
  const placed = main.getByRole('heading', { name: `Order placed: 20 × ${part.name}` })
  await expect(placed).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link('Pay now')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()

  await payByKeys(page)
})

test('a focused toast does not close', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await signIn(page, customer)
  await page.goto(`/order/${part.id}?quantity=20`)
  await prolongToasts(page)
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).first().click()
  const toast = page.locator('.Toastify__toast')
  const timer = toast.locator('.Toastify__progress-bar--animated')
  const close = toast.getByRole('button', { name: 'Close' })
  await close.focus()
  await expect(timer).toHaveCSS('animation-play-state', 'paused')
  await close.blur()
  await expect(timer).toHaveCSS('animation-play-state', 'running')
})
