import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/shop.ts'
import { pressTwice, rowWith } from '../support/steps.ts'

/** The calls that changed something since, and every toast that said so. */
async function follow(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(request.method())
  })
  return async (said: string, method: string) => {
    await expect(page.getByText(said, { exact: true })).toHaveCount(1)
    expect([said, calls.splice(0)]).toEqual([said, [method]])
  }
}

/** @shows row-47 */
test('what a customer presses twice happens once', async ({ page, customer, shelf }) => {
  const part = await shelf.stock()
  await shelf.order(customer, part)
  await signIn(page, customer)
  const expectOnce = await follow(page)
  const main = page.getByRole('main')

  await page.goto('/dashboard/addReview')
  await main.getByLabel('Title').fill('Fits at once')
  await main.getByText('5 stars').click({ force: true })
  await main.getByLabel('Description').fill('No trimming, and the plug was right')
  await pressTwice(main.getByRole('button', { name: 'Add review' }))
  await expectOnce('5 star review add successfully', 'POST')

  await page.goto('/dashboard/myOrder')
  await main.getByRole('button', { name: 'Delete' }).click()
  await pressTwice(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expectOnce(`Order ${part.name} is deleted`, 'DELETE')
})

/** @shows row-49, row-55 */
test('what an admin presses twice happens once', async ({ page, customer, shelf }) => {
  const part = await shelf.stock()
  await shelf.paidOrder(customer, part)
  await signIn(page, shelf.person)
  const expectOnce = await follow(page)
  const dialog = page.getByRole('alertdialog')

  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  await pressTwice(rowWith(page, part.name).getByRole('button', { name: 'Pending' }))
  await expectOnce('successfully shipping', 'PUT')

  await page.goto(`/dashboard/users?q=${encodeURIComponent(customer.email)}`)
  const user = rowWith(page, customer.email)
  await user.getByRole('button', { name: 'Make Admin' }).click()
  await pressTwice(dialog.getByRole('button', { name: 'Give rights' }))
  await expectOnce('successfully make an Admin', 'PUT')
  await expect(dialog).toBeHidden()
  await user.getByRole('button', { name: 'Remove' }).click()
  await pressTwice(dialog.getByRole('button', { name: 'Close account' }))
  await expectOnce(`The account ${customer.email} is closed`, 'PUT')

  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(part.name)}`)
  await rowWith(page, part.name).getByRole('button', { name: 'Delete' }).click()
  await pressTwice(dialog.getByRole('button', { name: 'Delete' }))
  await expectOnce(`Product: ${part.name} is deleted`, 'DELETE')
})
