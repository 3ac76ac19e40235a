import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import {
  expect,
  fillAddress,
  fillCard,
  fillLogin,
  signIn,
  test,
  testAddress,
  waitForHydration,
} from '../support/fixtures.ts'
import { delayCalls, failCalls, isNarrow } from '../support/steps.ts'
import { prolongToasts } from '../support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Presses a button and waits for a text that appears. */
async function press(page: Page, name: string, text: string | RegExp) {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await expect(page.getByText(text).first()).toBeVisible()
}

test('axe finds no violation in the states of visitors @phone', async ({ page }) => {
  test.setTimeout(400_000)
  const main = page.getByRole('main')

  await page.goto('/login')
  await waitForHydration(page)
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Menu', exact: true })).toBeVisible()
    await expectAccessible(page, 'the menu of a phone')
    await page.keyboard.press('Escape')
  }
  await press(page, 'Login', 'Email is Required')
  await expectAccessible(page, 'a login without an e-mail')
  await fillLogin(page, { email: 'unknown@shop.example', password: 'taillight-40' })
  await expect(main.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'a refused login')
  await press(page, 'Forgot Password', /unknown@shop\.example/)
  await expectAccessible(page, 'a requested password reset')

  await main.getByRole('link', { name: 'Create new Account' }).click()
  await press(page, 'Sign Up', 'Name is Required')
  await expectAccessible(page, 'a sign-up without a name')

  await page.goto('/contact')
  await waitForHydration(page)
  await main.getByLabel('Message').fill('Is the left panel in stock?')
  await press(page, 'Submit', 'Send by email')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click()
  const folded = await main.getByRole('button', { expanded: false }).all()
  for (const question of folded.toReversed()) await question.click()
  await expectAccessible(page, 'a message, the newsletter and every answer of the FAQ')

  await failCalls(page, '**/api/products*', 503)
  const { release } = await delayCalls(page, '**/api/products*')
  await page.getByRole('contentinfo').getByRole('link', { name: 'All parts and prices' }).click()
  await expect(page.locator('.skeleton').first()).toBeVisible()
  await expectAccessible(page, 'parts while loading')
  release()
  await expect(page.getByText('The parts could not be loaded')).toBeVisible()
  await expectAccessible(page, 'parts that could not be loaded')

  // Requests that are still routed would be answered even without the network.
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('/contact')
  await waitForHydration(page)
  await page.context().setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect(page.getByText('The shop cannot be reached').first()).toBeVisible()
  await expectAccessible(page, 'a page that cannot be loaded without the network')
})

test('axe finds no violation in the states of customers @phone', async ({
  page,
  customer,
  seed,
}) => {
  test.setTimeout(400_000)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await signIn(page, customer)

  await failCalls(page, '**/api/singleOrder*', 503)
  const { release: releaseOrders } = await delayCalls(page, '**/api/singleOrder*')
  await page.goto('/dashboard/myOrder')
  await expect(main.locator('.skeleton').first()).toBeVisible()
  await expectAccessible(page, 'orders while loading')
  releaseOrders()
  await expect(page.getByText('The orders could not be loaded')).toBeVisible()
  await expectAccessible(page, 'orders that could not be loaded')
  await page.unroute('**/api/singleOrder*')
  await press(page, 'Try again', 'No orders yet')
  await expectAccessible(page, 'no orders yet')
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Dashboard menu' }).click()
    await expectAccessible(page, 'the menu of the dashboard')
  }

  await page.goto('/dashboard')
  await press(page, 'Update information', 'Your information')
  await expectAccessible(page, 'the form of the profile')
  await dialog.getByRole('button', { name: 'Save information' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expectAccessible(page, 'an incomplete profile')
  await page.goto('/dashboard/addReview')
  await press(page, 'Add review', 'Title is Required')
  await expectAccessible(page, 'a review without a title')

  const part = await seed.part({ quantity: 20 })
  await failCalls(page, '**/api/order', 503)
  await page.goto(`/order/${part.id}`)
  await main.getByLabel('Quantity').fill('21')
  await press(page, 'Calculate Amount', 'Input Quantity is Higher')
  await expectAccessible(page, 'a quantity that is too high')
  await main.getByLabel('Quantity').fill('20')
  await press(page, 'Calculate Amount', '20 × $68.00')
  const order = page.getByRole('button', { name: 'Order Now' })
  await prolongToasts(page)
  await order.first().click()
  const toast = page.locator('.Toastify__toast')
  await expect(toast).toHaveText(/^Place.*failed$/)
  await expectAccessible(page, 'an order that failed, and the toast')
  await page.unroute('**/api/order')
  await toast.getByRole('button', { name: 'Close' }).click()
  await order.first().click()
  await expect(toast).toHaveText(/^Place.*successfully$/)
  await expect(main.getByText('Sold out', { exact: true })).toBeVisible()
  await expectAccessible(page, 'an order that took the last units, and the toast')

  await failCalls(page, '**/api/order/*', 503)
  await page.goto('/dashboard/myOrder')
  await press(page, 'Delete', 'Delete this order?')
  await expectAccessible(page, 'the confirmation of deleting an order')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'an order that could not be deleted')
  await page.keyboard.press('Escape')
  await page.unroute('**/api/order/*')

  const { release: releaseForm } = await delayCalls(page, '**/api/create-payment-intent')
  await main.getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(main.locator('.skeleton').first()).toBeVisible()
  await expectAccessible(page, 'a card form while loading')
  releaseForm()
  const pay = main.getByRole('button', { name: /^Pay \$/ })
  await fillAddress(main, { ...testAddress, Phone: '' })
  await press(page, 'Save address', 'Phone is Required')
  await expectAccessible(page, 'an address without a phone number')
  await main.getByLabel('Phone').fill('+1 555 010 0100')
  await main.getByRole('button', { name: 'Save address' }).click()
  await expect(main.getByRole('button', { name: 'Change' })).toBeVisible()
  await expectAccessible(page, 'a stored address')
  await fillCard(page, '4000000000000002')
  await pay.click()
  await expect(main.getByRole('alert')).toHaveText('Your card was declined.')
  await expectAccessible(page, 'a declined card')
  await fillCard(page, '4242424242424242')
  await pay.click()
  await expect(main.getByRole('heading', { name: /^Your Payment is/ })).toBeVisible()
  await expectAccessible(page, 'a paid order')
})

test('axe finds no violation in the states of admins @phone', async ({ page, customer, seed }) => {
  test.setTimeout(400_000)
  const main = page.getByRole('main')
  const dialog = page.getByRole('alertdialog')
  const part = await seed.part()
  await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)

  await failCalls(page, '**/api/user?*', 503)
  const { release } = await delayCalls(page, '**/api/user?*')
  await page.goto(`/dashboard/users?q=${customer.email}`)
  await expect(main.locator('.skeleton').first()).toBeVisible()
  await expectAccessible(page, 'users while loading')
  release()
  await expect(page.getByText('The users could not be loaded')).toBeVisible()
  await expectAccessible(page, 'users that could not be loaded')
  await page.unroute('**/api/user?*')
  await press(page, 'Try again', customer.email)
  for (const [action, question, cancel] of [
    ['Make Admin', 'Make this user an admin?', 'Cancel'],
    ['Remove', 'Close this account?', 'Keep account'],
  ] as const) {
    await press(page, action, question)
    await expectAccessible(page, question)
    await dialog.getByRole('button', { name: cancel }).click()
  }
  await main.getByRole('searchbox').fill('no such user')
  await expect(page.getByText('No user matches')).toBeVisible()
  await expectAccessible(page, 'a search without a match')

  await page.goto(`/dashboard/manageProduct?q=${part.name}`)
  await press(page, 'Delete', 'Delete this product?')
  await expectAccessible(page, 'the confirmation of deleting a product')

  await failCalls(page, '**/api/images', 503)
  await page.goto('/dashboard/addProduct')
  await press(page, 'Add product', 'Name is Required')
  await main.locator('input[type=file]').setInputFiles('src/web/public/icons/icon-192.png')
  await expect(main.getByText('Image is Required')).toHaveCount(0)
  await expectAccessible(page, 'a product without a name, and a picture that could not be sent')

  await failCalls(page, '**/api/order/shipping/*', 403)
  await page.goto(`/dashboard/manageAllOrders?q=${part.name}`)
  await prolongToasts(page)
  await main.getByRole('button', { name: 'Pending' }).click()
  await expect(page.locator('.Toastify__toast')).toHaveText('Failed to shipping')
  await expectAccessible(page, 'an order that could not be shipped, and the toast')
  await page.unroute('**/api/order/shipping/*')
  await main.getByRole('button', { name: 'Pending' }).click()
  await expect(main.getByText('Delivered')).toBeVisible()
  await expectAccessible(page, 'a shipped order')
})
