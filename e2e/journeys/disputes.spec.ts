import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { callCardProvider, mailsTo } from '../support/api.ts'
import type { Part, Person } from '../support/api.ts'
import { expect, fillCard, signIn, test } from '../support/fixtures.ts'
import { mainOf, rowWith, tabOf } from '../support/steps.ts'

// Colours are checked without transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const tab = (page: Page, name: string) => tabOf(page, 'Orders by state', name)

/** The bank decides the newest dispute of a payment. */
async function decide(intent: string, verdict: 'winning_evidence' | 'losing_evidence') {
  const { data } = await callCardProvider<{ data: { id: string }[] }>(
    'GET',
    `/disputes?payment_intent=${intent}`,
  )
  await callCardProvider('POST', `/disputes/${data[0]?.id}`, {
    'evidence[uncategorized_text]': verdict,
  })
}

const hasMail = async (person: Person, subject: string) =>
  (await mailsTo(person)).some((mail) => mail.subject === subject)

async function openOrders(page: Page, person: Person, part: Part) {
  await signIn(page, person)
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
}

/** Reloads until the shop has processed the event. */
const expectAfterReload = (page: Page, part: Part, text: string) =>
  expect(async () => {
    await page.reload()
    await expect(rowWith(page, part.name)).toContainText(text, { timeout: 5000 })
  }).toPass()

/** @shows row-92 */
test('a disputed payment holds its order back until the dispute is won @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 10 })
  const order = await seed.order(customer, part)
  const code = order.slice(-8)
  await signIn(page, customer)
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, '4000000000000259')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('your TransactionId is :')).toBeVisible()
  const intent = String(await page.getByText(/^pi_\w+$/).textContent())
  await page.goto('/dashboard/myOrder')
  await expectAfterReload(page, part, 'payment disputed')
  await expect(rowWith(page, part.name)).toContainText('The order will ship once this is settled')
  await expectAccessible(page, 'an own order whose payment is disputed')

  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await openOrders(office, seed.admin, part)
  await tab(office, 'Disputed').click()
  const row = rowWith(office, part.name)
  await expect(row).toContainText('Disputed')
  await expect(row.getByRole('button', { name: 'Pending' })).toHaveCount(0)
  await expect(row.getByRole('checkbox', { name: /^Select order/ })).toHaveCount(0)
  await expectAccessible(office, 'orders whose payments are disputed')
  await expect.poll(() => hasMail(seed.admin, `Payment disputed: order ${code}`)).toBe(true)

  await office.getByRole('button', { name: `${code} details` }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog.getByText('Answer in the card provider’s dashboard')).toBeVisible()
  await expect(dialog.getByText('fraudulent')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Packing slip' })).toHaveCount(0)
  await expectAccessible(office, 'the details of a disputed order')

  await decide(intent, 'winning_evidence')
  await office.goto(`/dashboard/manageAllOrders?q=${code}`)
  await expectAfterReload(office, part, 'Pending')
  await row.getByRole('button', { name: 'Pending' }).click()
  await expect(row).toContainText('Delivered')
  await office.context().close()
})

/** @shows row-92 */
test('an order that was read before its dispute is not shipped, and its row says why', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 10 })
  await seed.paidOrder(customer, part)
  await openOrders(page, seed.admin, part)
  const row = rowWith(page, part.name)
  const intent = String(await row.getByTitle(/^pi_/).first().getAttribute('title'))
  await expect(row.getByRole('button', { name: 'Pending' })).toBeVisible()
  await callCardProvider('POST', `/payment_intents/${intent}/dispute`)
  await expect.poll(() => seed.disputeOf(part)).toBe('open')
  await row.getByRole('button', { name: 'Pending' }).click()
  await expect(page.getByText('The cardholder’s bank disputes the payment.')).toBeVisible()
  await expect(row).toContainText('Disputed')
})

/** @shows row-92 */
test('a lost dispute closes the order: charged back for the admin, the customer and the invoice', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 10 })
  const order = await seed.paidOrder(customer, part, { card: 'pm_card_createDispute' })
  await openOrders(page, seed.admin, part)
  await expectAfterReload(page, part, 'Disputed')
  const row = rowWith(page, part.name)
  await decide(
    String(await row.getByTitle(/^pi_/).first().getAttribute('title')),
    'losing_evidence',
  )
  await expectAfterReload(page, part, 'charged back')
  expect(await seed.unitsLeft(part)).toBe(10)
  await page.getByRole('button', { name: `${order.slice(-8)} details` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Lost: the bank kept the money')).toBeVisible()
  await expect(dialog.getByText('Refunded: the bank returned the payment')).toBeVisible()
  await expectAccessible(page, 'the details of an order that was charged back')

  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await expect(rowWith(page, part.name)).toContainText('charged back')
  await expect(rowWith(page, part.name)).toContainText('Your bank has returned the payment to you')
  await expectAccessible(page, 'an own order that was charged back')
  await page.goto(`/dashboard/invoice/${order}`)
  await expect(mainOf(page)).toContainText('Charged back on')
  await page.goto(`/dashboard/payment/${order}`)
  await expect(
    page.getByRole('heading', { name: 'Your bank has returned this payment' }),
  ).toBeVisible()
})
