import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openSession } from '../support/api.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, download, failCalls, mainOf, tabOf } from '../support/steps.ts'

const tab = (page: Page, name: string) => tabOf(page, 'Orders by state', name)

const rowOf = (page: Page, text: string) =>
  page.locator('.order-row').filter({ has: page.getByRole('heading', { name: text }) })

const progressOf = (page: Page, name: string) =>
  rowOf(page, name).getByRole('list', { name: 'Progress' }).getByRole('listitem')

/** @shows row-80 */
test('a customer finds orders by state, search and page @phone', async ({
  page,
  customer,
  seed,
}) => {
  const [paid, unpaid] = [await seed.part(), await seed.part({ quantity: 1000 })]
  await seed.paidOrder(customer, paid)
  const buying = await openSession(customer)
  for (let units = 10; units < 20; units += 1) {
    await buying.send('POST', '/order', {
      product: unpaid.id,
      name: unpaid.name,
      quantity: units,
      price: unpaid.price * units,
    })
  }
  await buying.end()
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await expect(tab(page, 'All')).toHaveText('All11')
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('11–11 of 11')).toBeVisible()
  await expect(progressOf(page, paid.name)).toHaveText([
    /^Placed.+\d{4}$/,
    /^Paid.+\d{4}$/,
    'Not yet: Shipped',
  ])

  await tab(page, 'To pay').click()
  await expect(page).toHaveURL(/\?tab=not-paid$/)
  await expect(page.getByText('1–10 of 10')).toBeVisible()
  await expectAccessible(page, 'orders that wait to be paid')
  await tab(page, 'All').click()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(paid.name)
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, paid.name)).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('nothing like it')
  await expect(page.getByText('No order matches “nothing like it”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByText('1–10 of 11')).toBeVisible()
})

/** @shows row-80, row-189 */
test('a deleted order is cancelled and can be repeated @phone @translated', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  await seed.order(customer, part)
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await expect(rowOf(page, part.name)).toContainText(/Reserved until .*\d\d:\d\d/)
  await rowOf(page, part.name).getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(tab(page, 'Cancelled')).toHaveText('Cancelled1')
  await tab(page, 'Cancelled').click()
  await expect(progressOf(page, part.name)).toHaveText([/^Placed/, /^Cancelled/])
  await expect(rowOf(page, part.name).getByRole('link', { name: 'Pay' })).toHaveCount(0)
  await expectAccessible(page, 'an order that was cancelled')
  await rowOf(page, part.name).getByRole('link', { name: 'Order again' }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${part.id}`))
  await expect(mainOf(page).getByLabel('Quantity')).toHaveValue('10')
})

/** @shows row-81 */
test('an invoice is downloaded as a PDF, or shows an error', async ({ page, customer, seed }) => {
  const order = await seed.paidOrder(customer, await seed.part())
  await signIn(page, customer)
  await page.goto(`/dashboard/invoice/${order}`)
  const save = mainOf(page).getByRole('button', { name: 'Download PDF' })
  await failCalls(page, '**/api/order/invoice/*', 503)
  await save.click()
  await expect(mainOf(page).getByRole('alert')).toContainText('The PDF could not be loaded')
  await expectAccessible(page, 'a PDF that could not be loaded')
  await page.unroute('**/api/order/invoice/*')
  const file = await download(page, save)
  expect(file.name).toMatch(/^invoice-\d+\.pdf$/)
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(mainOf(page).getByRole('alert')).toHaveCount(0)
})

/** @shows row-80, row-136 */
test('the payment page of an order says what was refunded of it, with the credit notes @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const order = await seed.paidOrder(customer, part)
  const admin = await openSession(seed.admin)
  const refunds = `/manage/orders/${order}/refunds`
  for (const amount of [1.1, 2.2])
    await admin.send('POST', refunds, { lines: [], amount, restock: false })
  await signIn(page, customer)
  await page.goto(`/dashboard/payment/${order}`)
  const main = mainOf(page)
  await expect(main.getByText('$3.30 of $680.00 goes back to your card.')).toBeVisible()
  await expectAccessible(page, 'the payment page of an order refunded in part')
  const note = await download(page, main.getByRole('button', { name: /^Credit note .+: \$2\.20$/ }))
  expect(note.name).toMatch(/^credit-note-\d+\.pdf$/)

  await admin.send('POST', `/manage/orders/${order}/refund`, { reason: 'Came broken' })
  await admin.end()
  await page.reload()
  await expect(main.getByText('This payment is being refunded to your card')).toBeVisible()
  await expect(main.getByRole('button', { name: /^Credit note/ })).toHaveCount(3)
})

/** @shows row-81, row-136 */
test('a refunded order keeps its invoice, and has a credit note @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const order = await seed.paidOrder(customer, part)
  const admin = await openSession(seed.admin)
  await admin.send('POST', `/manage/orders/${order}/refund`, { reason: 'Came broken' })
  await admin.end()
  await signIn(page, customer)
  await page.goto(`/dashboard/payment/${order}`)
  await expect(mainOf(page)).toContainText('All of $680.00 goes back to your card')
  await expect(mainOf(page)).not.toContainText('were sold')
  await page.goto('/dashboard/myOrder')
  const note = await download(page, page.getByRole('button', { name: 'Credit note' }))
  expect(note.name).toMatch(/^credit-note-\d+\.pdf$/)
  await rowOf(page, part.name).getByRole('link', { name: 'Invoice' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/invoice/${order}`))
  await expect(mainOf(page).getByText(/^Refunded on .+\d{4}$/)).toBeVisible()
  await expectAccessible(page, 'the invoice of a refunded order')
  const file = await download(page, mainOf(page).getByRole('button', { name: 'Download PDF' }))
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})
