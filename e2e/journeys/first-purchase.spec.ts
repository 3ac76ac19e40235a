import type { Locator, Page } from '@playwright/test'
import { newPerson } from '../support/api.ts'
import {
  expect,
  fillAddress,
  fillCard,
  fillLogin,
  signIn,
  test,
  waitForHydration,
} from '../support/fixtures.ts'
import { isNarrow, mainOf, storedToken } from '../support/steps.ts'

/** Taps and filled fields, counted. */
function counting() {
  const counts = { taps: 0, fields: 0 }
  return {
    counts,
    async tap(target: Locator) {
      counts.taps += 1
      await target.click()
    },
    async fill(field: Locator, text: string) {
      counts.fields += 1
      await field.fill(text)
    },
  }
}

/** The edges of an element on the page, in pixels from its top. */
const edgesOf = (element: Locator) =>
  element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    return { top: top + scrollY, bottom: bottom + scrollY }
  })

const payButton = (page: Page) => mainOf(page).getByRole('button', { name: /^Pay \$/ })

/** @shows row-105, row-108, row-18, row-20, row-189 */
test('a new customer gets from Home to a paid order in 8 taps and 12 fields @phone @translated', async ({
  page,
}) => {
  const mia = newPerson()
  const main = mainOf(page)
  const { counts, tap, fill } = counting()
  const link = (name: string) => main.getByRole('link', { name, exact: true })
  const button = (name: string) => main.getByRole('button', { name, exact: true })

  await page.goto('/')
  await waitForHydration(page)
  const card = main.getByRole('article').filter({ hasText: 'Taillight Assembly' })
  await tap(card.getByRole('link', { name: 'Add To Card' }))
  await expect(page).toHaveURL(/\/login$/)
  await expect(main).toContainText('Log in or create an account to order this part.')
  await expect(main).toContainText('Taillight Assembly')
  await tap(link('Create new Account'))
  await expect(main).toContainText('Taillight Assembly')
  await fill(main.getByLabel('Name'), mia.name)
  await fill(main.getByLabel('Email'), mia.email)
  await fill(main.getByLabel('Password', { exact: true }), mia.password)
  await tap(button('Sign Up'))
  await expect(page).toHaveURL(/\/login$/)
  await expect(main).toContainText('Your account has been created.')
  await page.reload()
  await expect(main).toContainText('Your account has been created.')
  await expect(main.getByLabel('Email')).toHaveValue(mia.email)
  await tap(link('Continue to your order'))

  await tap(button('10'))
  const order = button('Order Now')
  // Scrolled on to the steps below: the placed order, above the quantity, has to be scrolled into view.
  await order.evaluate((pressed) => pressed.scrollIntoView({ block: 'start' }))
  await expect(order).toBeInViewport({ ratio: 1 })
  await tap(order)
  const placed = main.getByRole('region', { name: 'Order placed: 10 × Taillight Assembly' })
  await expect(placed.getByRole('heading')).toBeFocused()
  await expect(placed.getByRole('status')).toHaveText(/^Reserved for you until .*\d\d:\d\d/)
  await expect(main.getByLabel('Quantity')).toHaveValue('0')
  await expect(placed.getByRole('link', { name: 'My Order' })).toBeInViewport({ ratio: 1 })
  await expect(placed.getByRole('link', { name: 'Pay now' })).toBeInViewport({ ratio: 1 })
  await tap(placed.getByRole('link', { name: 'Pay now' }))

  await fill(main.getByLabel('Phone'), '+49 30 1234567')
  await fill(main.getByLabel('Street and number'), 'Teststrasse 1')
  await fill(main.getByLabel('Postal code'), '10115')
  await fill(main.getByLabel('Town'), 'Berlin')
  await main.getByLabel('Country').selectOption('Germany')
  await fillCard(page, '4242424242424242')
  counts.fields += 5
  const { bottom } = await edgesOf(payButton(page))
  // A thumb's swipe moves a phone's page by three quarters of its height.
  expect(bottom).toBeLessThanOrEqual(isNarrow(page) ? 844 * 1.75 : 800)
  await tap(payButton(page))
  await expect(main.getByText('your TransactionId is :')).toBeVisible()
  await expect(main).toContainText('10115 Berlin')
  expect(counts).toEqual({ taps: 8, fields: 12 })
})

/** @shows row-108, row-20, row-24, row-189 */
test('a new customer can log in after sign-up as well @translated', async ({ page }) => {
  const mia = newPerson()
  const main = mainOf(page)
  await page.goto('/dashboard/addReview')
  await expect(main).toContainText('Log in or create an account to open your dashboard.')
  await main.getByRole('link', { name: 'Create new Account' }).click()
  await main.getByLabel('Name').fill(mia.name)
  await main.getByLabel('Email').fill(mia.email)
  await main.getByLabel('Password', { exact: true }).fill(mia.password)
  await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(main.getByLabel('Email')).toHaveValue(mia.email)
  expect(await page.evaluate(storedToken)).toMatch(/^ey/)
  await fillLogin(page, mia)
  await expect(page).toHaveURL(/\/dashboard\/addReview$/)
})

/** @shows row-106 */
test('the address of the last order is proposed on one line and saved by paying @phone', async ({
  page,
  customer,
  seed,
}) => {
  // A second order of the same part would be answered as a repeated press, with the first one.
  const [part, other] = [await seed.part({ price: 6.25 }), await seed.part({ price: 6.25 })]
  const [first, second] = [await seed.order(customer, part), await seed.order(customer, other)]
  await signIn(page, customer)
  const main = mainOf(page)
  await page.goto(`/dashboard/payment/${first}`)
  await fillAddress(main)
  await main.getByRole('button', { name: 'Save address' }).click()
  await expect(main.getByText('This address is saved with your order.')).toBeVisible()

  await page.goto(`/dashboard/payment/${second}`)
  const line = /^Mia, 1 Test Street, Springfield, IL 62701/
  await expect(main.getByText(line)).toBeVisible()
  await expect(main.getByLabel('Street and number')).toHaveCount(0)
  await fillCard(page, '4242424242424242')
  expect((await edgesOf(payButton(page))).bottom).toBeLessThanOrEqual(isNarrow(page) ? 844 : 800)
  await payButton(page).click()
  await expect(main.getByText('your TransactionId is :')).toBeVisible()
  await expect(main).toContainText('1 Test Street')
})

/** @shows row-222 */
test('an order without an address is not paid: the button says what is missing, and the form takes the focus @phone', async ({
  page,
  customer,
  seed,
}) => {
  const order = await seed.order(customer, await seed.part())
  await signIn(page, customer)
  const main = mainOf(page)
  await page.goto(`/dashboard/payment/${order}`)
  const errors = main.getByRole('alert')
  const paid: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/confirm')) paid.push(request.url())
  })
  await fillAddress(main, { 'Street and number': '1 Test Street' })
  await fillCard(page, '4242424242424242')
  await expect(payButton(page)).toHaveAccessibleDescription(/^The delivery address is missing\./)
  await main.getByLabel('Street and number').fill('')
  await payButton(page).press('Enter')
  await expect(errors).toHaveText([
    'Phone is Required',
    'Street is Required',
    'Town is Required',
    'Country is Required',
  ])
  await expect(main.getByLabel('Phone')).toBeFocused()
  expect(paid).toEqual([])
  await fillAddress(main)
  await expect(errors).toHaveCount(0)
  await payButton(page).press('Enter')
  await expect(main.getByText('your TransactionId is :')).toBeVisible()
  await expect(main).toContainText('Springfield, IL 62701')
  await expect(main.getByLabel('Address', { exact: true })).toHaveCount(0)
})
