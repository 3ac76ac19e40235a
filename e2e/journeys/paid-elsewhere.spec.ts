import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import type { Person } from '../support/api.ts'
import type { Seed } from '../support/seed.ts'
import { expectToast } from '../support/toasts.ts'

/** Opens My Order with one unpaid order. */
async function openUnpaidOrder(page: Page, customer: Person, seed: Seed) {
  const part = await seed.part()
  const order = await seed.order(customer, part)
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  return { part, order }
}

/** @shows row-46 */
test('an order paid in another tab is not deleted', async ({ page, customer, seed }) => {
  const { part, order } = await openUnpaidOrder(page, customer, seed)
  const row = page.getByRole('listitem').filter({ hasText: part.name })
  const dialog = page.getByRole('alertdialog')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('It is unpaid')

  await seed.pay(customer, part, order)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, `Order ${part.name} has been paid, so it was not deleted`)
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Pending')
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

/** @shows row-46 */
test('a payment in another tab disables the delete dialog', async ({ page, customer, seed }) => {
  const { part, order } = await openUnpaidOrder(page, customer, seed)
  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled()

  await seed.pay(customer, part, order)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(dialog.getByRole('alert')).toHaveText(
    'This order has been paid, so it can no longer be deleted.',
  )
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: part.name })).toContainText('Pending')
})
