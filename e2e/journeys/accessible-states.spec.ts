import type { Page } from '@playwright/test'
import { expectNoFaults } from '../support/axe.ts'
import { expect, fillCard, fillLogin, hydrated, signIn, test } from '../support/shop.ts'
import { isNarrow } from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Answers calls as a shop in trouble does, until `unroute`. */
const refuse = (page: Page, path: string, status = 503) =>
  page.route(path, (route) => route.fulfill({ status, json: {} }))

/** Keeps calls without an answer until the returned function is called. */
async function hold(page: Page, path: string) {
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await held.promise
    await route.fallback()
  })
  return held.resolve
}

/** A toast stays for as long as the pointer rests on it. */
async function keepToast(page: Page, text: string | RegExp) {
  await page.getByRole('region').getByText(text).hover()
}

/** Presses a button and waits for a text that it brings. */
async function press(page: Page, name: string, text: string | RegExp) {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await expect(page.getByText(text).first()).toBeVisible()
}

test('axe finds nothing in the states a visitor meets', async ({ page }) => {
  test.setTimeout(400_000)
  const main = page.getByRole('main')

  await page.goto('/login')
  await hydrated(page)
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Menu', exact: true })).toBeVisible()
    await expectNoFaults(page, 'the menu of a phone')
    await page.keyboard.press('Escape')
  }
  await press(page, 'Login', 'Email is Required')
  await expectNoFaults(page, 'a login without an e-mail')
  await fillLogin(page, { email: 'nobody@shop.example', password: 'taillight-40' })
  await expect(main.getByRole('alert')).toBeVisible()
  await expectNoFaults(page, 'a login that is refused')
  await press(page, 'Forgot Password', /nobody@shop\.example/)
  await expectNoFaults(page, 'a password reset that is sent')

  await main.getByRole('link', { name: 'Create new Account' }).click()
  await press(page, 'Sign Up', 'Name is Required')
  await expectNoFaults(page, 'a sign-up without a name')

  await page.goto('/contact')
  await hydrated(page)
  await main.getByLabel('Message').fill('Is the left panel in stock?')
  await press(page, 'Submit', 'Send by e-mail')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click()
  const folded = await main.getByRole('button', { expanded: false }).all()
  for (const question of folded.toReversed()) await question.click()
  await expectNoFaults(page, 'a message, the newsletter and every answer of the FAQ')

  await refuse(page, '**/api/products*')
  const release = await hold(page, '**/api/products*')
  await page.getByRole('contentinfo').getByRole('link', { name: 'All parts and prices' }).click()
  await expect(page.locator('.skeleton').first()).toBeVisible()
  await expectNoFaults(page, 'parts that are loading')
  release()
  await expect(page.getByText('The parts could not be loaded')).toBeVisible()
  await expectNoFaults(page, 'parts that could not be loaded')

  // The test would answer requests that are still open, even without the network.
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('/contact')
  await hydrated(page)
  await page.context().setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect(page.getByText('The shop cannot be reached').first()).toBeVisible()
  await expectNoFaults(page, 'a page that cannot be loaded without the network')
})

test('axe finds nothing in the states a customer meets', async ({ page, customer, shelf }) => {
  test.setTimeout(400_000)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await signIn(page, customer)

  await refuse(page, '**/api/singleOrder*')
  const releaseOrders = await hold(page, '**/api/singleOrder*')
  await page.goto('/dashboard/myOrder')
  await expect(main.locator('.skeleton').first()).toBeVisible()
  await expectNoFaults(page, 'orders that are loading')
  releaseOrders()
  await expect(page.getByText('The orders could not be loaded')).toBeVisible()
  await expectNoFaults(page, 'orders that could not be loaded')
  await page.unroute('**/api/singleOrder*')
  await press(page, 'Try again', 'No orders yet')
  await expectNoFaults(page, 'no orders yet')
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Dashboard menu' }).click()
    await expectNoFaults(page, 'the menu of the dashboard')
  }

  await page.goto('/dashboard')
  await press(page, 'Update information', 'Your information')
  await expectNoFaults(page, 'the form of the profile')
  await dialog.getByRole('button', { name: 'Save information' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expectNoFaults(page, 'a profile without what it needs')
  await page.goto('/dashboard/addReview')
  await press(page, 'Add review', 'Title is Required')
  await expectNoFaults(page, 'a review without a title')

  const part = await shelf.stock({ quantity: 20 })
  await refuse(page, '**/api/order')
  await page.goto(`/order/${part.id}`)
  await main.getByLabel('Quantity').fill('21')
  await press(page, 'Calculate Amount', 'Input Quantity is Higher')
  await expectNoFaults(page, 'a quantity that is too high')
  await main.getByLabel('Quantity').fill('20')
  await press(page, 'Calculate Amount', '20 × $68.00')
  const order = page.getByRole('button', { name: 'Order Now' })
  await order.first().click()
  await keepToast(page, /^Place.*failed$/)
  await expectNoFaults(page, 'an order that failed, and the toast')
  await page.unroute('**/api/order')
  await order.first().click()
  await keepToast(page, /^Place.*successfully$/)
  await expect(main.getByText('Sold out', { exact: true })).toBeVisible()
  await expectNoFaults(page, 'an order that took the last units, and the toast')

  await refuse(page, '**/api/order/*')
  await page.goto('/dashboard/myOrder')
  await press(page, 'Delete', 'Delete this order?')
  await expectNoFaults(page, 'the question before an order is deleted')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectNoFaults(page, 'an order that could not be deleted')
  await page.keyboard.press('Escape')
  await page.unroute('**/api/order/*')

  const releaseForm = await hold(page, '**/api/create-payment-intent')
  await main.getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(main.locator('.skeleton').first()).toBeVisible()
  await expectNoFaults(page, 'a card form that is loading')
  releaseForm()
  const pay = main.getByRole('button', { name: /^Pay \$/ })
  await main.getByLabel('Address').fill('1 Test Street')
  await press(page, 'Save address', 'Phone is Required')
  await expectNoFaults(page, 'an address without a phone number')
  await main.getByLabel('Phone').fill('+1 555 010 0100')
  await main.getByRole('button', { name: 'Save address' }).click()
  await expect(main.getByRole('button', { name: 'Change' })).toBeVisible()
  await expectNoFaults(page, 'an address that is kept')
  await fillCard(page, '4000000000000002')
  await pay.click()
  await expect(main.getByRole('alert')).toHaveText('Your card was declined.')
  await expectNoFaults(page, 'a card that is declined')
  await fillCard(page, '4242424242424242')
  await pay.click()
  await expect(main.getByRole('heading', { name: /^Your Payment is/ })).toBeVisible()
  await expectNoFaults(page, 'an order that is paid')
})

test('axe finds nothing in the states an admin meets', async ({ page, customer, shelf }) => {
  test.setTimeout(400_000)
  const main = page.getByRole('main')
  const dialog = page.getByRole('alertdialog')
  const part = await shelf.stock()
  await shelf.paidOrder(customer, part)
  await signIn(page, shelf.person)

  await refuse(page, '**/api/user?*')
  const release = await hold(page, '**/api/user?*')
  await page.goto(`/dashboard/users?q=${customer.email}`)
  await expect(main.locator('.skeleton').first()).toBeVisible()
  await expectNoFaults(page, 'users that are loading')
  release()
  await expect(page.getByText('The users could not be loaded')).toBeVisible()
  await expectNoFaults(page, 'users that could not be loaded')
  await page.unroute('**/api/user?*')
  await press(page, 'Try again', customer.email)
  for (const [act, question, way] of [
    ['Make Admin', 'Give admin rights?', 'Cancel'],
    ['Remove', 'Close this account?', 'Keep account'],
  ] as const) {
    await press(page, act, question)
    await expectNoFaults(page, question)
    await dialog.getByRole('button', { name: way }).click()
  }
  await main.getByRole('searchbox').fill('no such user')
  await expect(page.getByText('No user matches')).toBeVisible()
  await expectNoFaults(page, 'no user that matches')

  await page.goto(`/dashboard/manageProduct?q=${part.name}`)
  await press(page, 'Delete', 'Delete this product?')
  await expectNoFaults(page, 'the question before a product is deleted')

  await refuse(page, '**/api/images')
  await page.goto('/dashboard/addProduct')
  await press(page, 'Add product', 'Name is Required')
  await main.locator('input[type=file]').setInputFiles('src/web/public/icons/icon-192.png')
  await expect(main.getByText('Image is Required')).toHaveCount(0)
  await expectNoFaults(page, 'a product without a name, and a picture that could not be sent')

  await refuse(page, '**/api/order/shipping/*', 403)
  await page.goto(`/dashboard/manageAllOrders?q=${part.name}`)
  await main.getByRole('button', { name: 'Pending' }).click()
  await keepToast(page, 'Failed to shipping')
  await expectNoFaults(page, 'an order that could not be shipped, and the toast')
  await page.unroute('**/api/order/shipping/*')
  await main.getByRole('button', { name: 'Pending' }).click()
  await expect(main.getByText('Delivered')).toBeVisible()
  await expectNoFaults(page, 'an order that is shipped')
})
