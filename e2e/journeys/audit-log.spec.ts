import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mainOf, rowWith } from '../support/steps.ts'

/** @shows row-86, row-243 */
test('the audit log can be searched and filtered', async ({ page, seed }) => {
  const part = await seed.part()
  await seed.changePart(part, { price: 75 })
  await signIn(page, seed.admin)
  await page.goto('/dashboard/auditLog')
  await page.getByRole('searchbox', { name: 'Search changes' }).fill(part.name)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await page.getByLabel('Kind', { exact: true }).selectOption('Products')
  await page.getByLabel('Action', { exact: true }).selectOption('Product changed')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page).toHaveURL(/about=product&action=change-product/)
  const row = rowWith(page, part.name)
  await expect(row).toContainText(/Price\s*\$68\.00 → \$75\.00/)
  await expect(row).toContainText(seed.admin.email)
  await expectAccessible(page, 'the audit log')
  await page.getByLabel('Kind', { exact: true }).selectOption('Orders')
  await expect(page.getByText('No matching changes')).toBeVisible()
  await expect(page.getByLabel('Action', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Show everything' }).click()
  const search = page.getByRole('searchbox', { name: 'Search changes' })
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
})

/** @shows row-243 */
test('the page of an object shows its part of the audit log, and leads to all of it @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const list = await seed.priceList(customer, { percentOff: 10 }, { part, price: 50 })
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  await expect(rowWith(page, 'Prices of a list set')).toContainText(list)
  await expect(rowWith(page, 'Product added')).toContainText('$68.00')
  await page.getByRole('link', { name: 'All changes' }).click()
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Changes of all objects' }).click()
  await expect(page).toHaveURL(/auditLog$/)

  await page.goto('/dashboard/priceLists')
  await mainOf(page).getByRole('link', { name: list }).click()
  await expect(page.getByRole('heading', { name: list })).toBeVisible()
  await expect(rowWith(page, 'Account put on a list')).toContainText(customer.email)
  await expect(rowWith(page, 'Prices of a list set')).toContainText(part.name)
  await expectAccessible(page, 'a price list with its last changes')
})
