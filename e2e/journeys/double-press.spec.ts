import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { delayCalls, pressTwice, rowWith } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

/** Returns a function that expects one toast with a text and one call since the last time, except reads. */
function followChanges(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(request.method())
  })
  return async (toast: string, method: string) => {
    await expectToast(page, toast)
    expect([toast, calls.splice(0)]).toEqual([toast, [method]])
  }
}

/** @shows row-47 */
test('a button that a customer presses twice acts once', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await seed.order(customer, part)
  await signIn(page, customer)
  const expectOnce = followChanges(page)
  const main = page.getByRole('main')

  await page.goto('/dashboard/addReview')
  await main.getByLabel('Title').fill('Fits at once')
  await main.getByText('5 stars').click({ force: true })
  await main.getByLabel('Description').fill('No trimming, and the plug was right')
  const { arrived, release } = await delayCalls(page, '**/api/reviews')
  await pressTwice(main.getByRole('button', { name: 'Add review' }))
  await arrived
  // It would vanish with the text that is sent.
  await main.getByLabel('Title').pressSequentially(' and more')
  await expect(main.getByLabel('Title')).toHaveValue('Fits at once')
  release()
  await expectOnce('5 star review add successfully', 'POST')

  await page.goto('/dashboard/myOrder')
  await main.getByRole('button', { name: 'Delete' }).click()
  await pressTwice(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expectOnce(`Order ${part.name} is deleted`, 'DELETE')
})

/** @shows row-49, row-55 */
test('a button that an admin presses twice acts once', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  const expectOnce = followChanges(page)
  const dialog = page.getByRole('alertdialog')

  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  await pressTwice(rowWith(page, part.name).getByRole('button', { name: 'Pending' }))
  await expectOnce('successfully shipping', 'PUT')

  await page.goto(`/dashboard/users?q=${encodeURIComponent(customer.email)}`)
  const user = rowWith(page, customer.email)
  await user.getByRole('button', { name: 'Make Admin' }).click()
  await pressTwice(dialog.getByRole('button', { name: 'Give admin access' }))
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
