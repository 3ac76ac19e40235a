import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/shop.ts'
import type { Person } from '../support/api.ts'
import type { Shelf } from '../support/shelf.ts'

/** Shows My Order with one unpaid order in it. */
async function myOneOrder(page: Page, customer: Person, shelf: Shelf) {
  const part = await shelf.stock()
  const order = await shelf.order(customer, part)
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  return { part, order }
}

/** @shows row-46 */
test('an order that was paid in another tab is not deleted, and the page says why', async ({
  page,
  customer,
  shelf,
}) => {
  const { part, order } = await myOneOrder(page, customer, shelf)
  const row = page.getByRole('listitem').filter({ hasText: part.name })
  const dialog = page.getByRole('alertdialog')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('It is unpaid')

  await shelf.pay(customer, part, order)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const said = `Order ${part.name} has been paid, so it was not deleted`
  await expect(page.getByText(said, { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Pending')
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

/** @shows row-46 */
test('who comes back from paying in another tab is no longer asked to delete the order', async ({
  page,
  customer,
  shelf,
}) => {
  const { part, order } = await myOneOrder(page, customer, shelf)
  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled()

  await shelf.pay(customer, part, order)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(dialog.getByRole('alert')).toHaveText(
    'This order has been paid, so it can no longer be deleted.',
  )
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: part.name })).toContainText('Pending')
})
