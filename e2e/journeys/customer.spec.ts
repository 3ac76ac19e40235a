import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillCard, signIn, test } from '../support/fixtures.ts'
import { openSession } from '../support/api.ts'
import type { Part, Person } from '../support/api.ts'
import { confirm, cutAnswers, delayCalls, mainOf } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

const paidHeading = 'Your Payment is Successfully complete'

/** Orders on the order page, then opens My Order. */
async function placeOrder(page: Page, part: Part, quantity: number) {
  await page.goto(`/order/${part.id}`)
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expectToast(page, /^Place {2}\$ [\d.]+ {2}successfully$/)
  await page.goto('/dashboard/myOrder')
}

async function openPayment(page: Page, customer: Person, part: Part, quantity = 20) {
  await signIn(page, customer)
  await placeOrder(page, part, quantity)
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
}

const pay = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Pay \$/ })
    .click()

/** @shows row-30, row-31, row-32, row-33, row-34, row-189 */
test(
  'a customer orders a part, and its stock decreases @translated',
  { tag: '@production' },
  async ({ page, customer, seed }) => {
    const part = await seed.part({ quantity: 40, price: 68 })
    await signIn(page, customer)
    await page.goto(`/order/${part.id}`)
    await expect(page).toHaveTitle('Order-Auto Parts')
    const main = page.getByRole('main')
    await expect(main.getByText(customer.email)).toBeVisible()
    await expect(main.getByText('Minimum Order Quantity 10')).toBeVisible()
    await expect(main.getByText('Available: 40 unit')).toBeVisible()
    const quantity = main.getByLabel('Quantity')
    const calculate = main.getByRole('button', { name: 'Calculate Amount' })
    const order = page.getByRole('button', { name: 'Order Now' })

    for (const [typed, message] of [
      ['', 'Price is Required'],
      ['9', 'Must be 10  or longer'],
      ['09', 'Must be 10  or longer'],
      ['41', 'Input Quantity is Higher'],
      ['00', 'Please input a valid quantity'],
    ] as const) {
      await quantity.fill(typed)
      await calculate.click()
      expect(await main.getByRole('alert').textContent()).toBe(message)
      await expect(order).toBeDisabled()
    }

    await quantity.fill('20')
    await expect(order).toBeDisabled()
    await calculate.click()
    await expect(order).toBeEnabled()
    await order.click()
    await expectToast(page, 'Place  $ 1360  successfully')
    await expect(main.getByText('Available: 20 unit')).toBeVisible()
    expect(await seed.unitsLeft(part)).toBe(20)
  },
)

/** @shows row-36, row-39, row-46 */
test(
  'a paid order shows its transaction id',
  { tag: '@production' },
  async ({ page, customer, seed }) => {
    const part = await seed.part()
    await openPayment(page, customer, part)
    await fillCard(page, '4242424242424242')
    const confirming = page.waitForRequest(/\/v1\/payment_intents\/.+\/confirm/)
    await pay(page)
    expect((await confirming).postData()).toMatch(/pk_test_/)
    await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
    await expect(page.getByText('your TransactionId is :')).toBeVisible()
    const transaction = await page.getByText(/^pi_\w+$/).textContent()

    await page.reload()
    await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
    await expect(page.locator('iframe[name^="__privateStripeFrame"]')).toHaveCount(0)

    await page.goto('/dashboard/myOrder')
    const row = page.getByRole('listitem').filter({ hasText: part.name })
    await expect(row).toContainText(String(transaction).slice(0, 12))
    await expect(row).toContainText('Pending')
    await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  },
)

test(
  'a card with 3-D Secure pays only after its challenge @phone',
  { tag: '@production' },
  async ({ page, customer, seed }) => {
    await openPayment(page, customer, await seed.part())
    await fillCard(page, '4000002760003184')
    await pay(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Fail' }).click()
    await expect(page.getByRole('alert')).toContainText('unable to authenticate')
    await pay(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
  },
)

/** @shows row-39, row-189 */
test('an order can be paid after declined cards @translated', async ({ page, customer, seed }) => {
  const part = await seed.part({ quantity: 20 })
  await openPayment(page, customer, part)
  for (const [card, message] of [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ] as const) {
    await fillCard(page, card)
    await pay(page)
    await expect(page.getByRole('alert')).toHaveText(message)
  }
  expect(await seed.unitsLeft(part)).toBe(0)
  await fillCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
})

/** @shows row-39 */
test('a new payment clears the error of the previous one', async ({ page, customer, seed }) => {
  await openPayment(page, customer, await seed.part())
  await fillCard(page, '4000000000000002')
  await pay(page)
  const error = page.getByText('Your order is saved as unpaid in My Order.')
  await expect(error).toBeVisible()

  const { arrived, release } = await delayCalls(page, /\/v1\/payment_intents\/.+\/confirm/)
  await fillCard(page, '4242424242424242')
  await pay(page)
  await arrived
  await expect(error).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
})

const confirmations = '**/v1/payment_intents/*/confirm'

/** @shows row-190 */
test('a payment whose answer is lost is shown as paid @phone', async ({ page, customer, seed }) => {
  await openPayment(page, customer, await seed.part())
  await fillCard(page, '4242424242424242')
  await cutAnswers(page, confirmations)
  await pay(page)
  await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
  await expect(page.getByText('not been charged')).toHaveCount(0)
})

/** @shows row-190 */
test('a payment of which nobody knows the outcome says so, and is not charged twice @phone', async ({
  page,
  customer,
  seed,
}) => {
  await openPayment(page, customer, await seed.part())
  const order = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await fillCard(page, '4242424242424242')
  await cutAnswers(page, confirmations)
  const questions = '**/v1/payment_intents/*?*'
  const reads = `**/api/order/${order}`
  await page.route(questions, (route) => route.abort('connectionreset'))
  await page.route(reads, (route) => route.abort('connectionreset'))
  const confirmed = page.waitForRequest(confirmations)
  await pay(page)
  const intent = /pi_\w+/.exec((await confirmed).url())?.[0] ?? ''
  const notice = mainOf(page).getByRole('alert')
  await expect(notice).toHaveText(
    'We don’t know yet whether the payment went through. You won’t be charged twice: pay again, or look at My Order.',
  )
  await expect(mainOf(page)).not.toContainText(/not been charged|saved as unpaid/)
  await expectAccessible(page, 'a payment whose outcome is unknown')

  await page.unroute(questions)
  await page.unroute(reads)
  await pay(page)
  await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
  await expect(page.getByText(intent)).toBeVisible()
  const session = await openSession(customer)
  expect(await session.get(`/order/${order}`)).toMatchObject({ paid: true, transactionId: intent })
  await session.end()
})

/** @shows row-190 */
test('a payment that has not reached the provider says that it has not gone through so far', async ({
  page,
  customer,
  seed,
}) => {
  await openPayment(page, customer, await seed.part())
  await fillCard(page, '4242424242424242')
  await page.route(confirmations, (route) => route.abort('connectionreset'), { times: 1 })
  await pay(page)
  const notice = mainOf(page).getByRole('alert')
  await expect(notice).toContainText('The payment has not gone through so far')
  await expect(mainOf(page)).not.toContainText(/not been charged|saved as unpaid/)
  await pay(page)
  await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible()
})

test('card fields refuse an invalid number or date', async ({ page, customer, seed }) => {
  await openPayment(page, customer, await seed.part())
  await fillCard(page, '4242424242424241')
  await expect(page.getByRole('alert')).toHaveText('Your card number is invalid.')
  await fillCard(page, '4242424242424242', '01 / 20')
  await expect(page.getByRole('alert')).toHaveText("Your card's expiration year is in the past.")
})

test(
  'an order is paid even if the browser then closes',
  { tag: '@production' },
  async ({ page, customer, seed }) => {
    const part = await seed.part()
    await openPayment(page, customer, part)
    await page.route(/\/api\/order\//, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await fillCard(page, '4242424242424242')
    const confirmed = page.waitForResponse(/\/v1\/payment_intents\/.+\/confirm/)
    await pay(page)
    await confirmed
    await page.goto('about:blank')
    await expect(async () => {
      await page.goto('/dashboard/myOrder')
      await expect(page.getByRole('listitem').filter({ hasText: part.name })).toContainText(
        'Pending',
      )
    }).toPass()
  },
)

/** @shows row-46, row-47 */
test('a deleted order returns its units to the stock', async ({ page, customer, seed }) => {
  const part = await seed.part({ quantity: 30 })
  await signIn(page, customer)
  await placeOrder(page, part, 20)
  const row = page.getByRole('listitem').filter({ hasText: part.name })
  await row.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(part.name)
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await expectToast(page, `Order ${part.name} is deleted`)
  await expect(row).toHaveCount(0)
  expect(await seed.unitsLeft(part)).toBe(30)
})
