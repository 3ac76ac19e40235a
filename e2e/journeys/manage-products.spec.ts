import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, delayCalls, failCalls, rowWith, sortDescending, tabOf } from '../support/steps.ts'
import type { Seed } from '../support/seed.ts'
import { expectToast } from '../support/toasts.ts'

// Colours are checked without transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const tab = (page: Page, name: string) => tabOf(page, 'Products by state', name)

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })

const form = (page: Page, name: string) => page.getByRole('form', { name })

async function openDetails(page: Page, seed: Seed, { id }: { id: string }) {
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${id}`)
  return form(page, 'Details')
}

/** @shows row-84 */
test('an admin finds a product and changes its details @phone', async ({ page, seed }) => {
  const part = await seed.part({ quantity: 40 })
  await signIn(page, seed.admin)
  await page.goto('/dashboard/manageProduct')
  await search(page).fill(part.name)
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expectAccessible(page, 'a product that was searched for')
  await rowWith(page, part.name).getByRole('link', { name: 'Edit' }).click()

  const details = form(page, 'Details')
  await expect(details.getByLabel('Name')).toHaveValue(part.name)
  await expectAccessible(page, 'the forms of a product')
  await details.getByLabel('Price').fill('1')
  await details.getByLabel('Description').fill('abc')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(details.getByText('Must be 5 characters or longer')).toBeVisible()
  await details.getByLabel('Price').fill('19.5')
  await details.getByLabel('Description').fill('Now with plug and screws')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, `Product ${part.name} saved`)

  await page.goto(`/order/${part.id}`)
  await expect(page.getByRole('main')).toContainText('$19.50')
  await expect(page.getByRole('main')).toContainText('Now with plug and screws')
})

/** @shows row-84 */
test('input typed while a product is being saved is not lost', async ({ page, seed }) => {
  const part = await seed.part()
  const details = await openDetails(page, seed, part)
  await details.getByLabel('Price').fill('70')
  const reread = await delayCalls(page, `**/api/manage/product/${part.id}`)
  await details.getByRole('button', { name: 'Save changes' }).click()
  await reread.arrived
  await details.getByLabel('Description').fill('With plug and screws')
  reread.release()
  await expectToast(page, `Product ${part.name} saved`)
  await expect(details.getByLabel('Description')).toHaveValue('With plug and screws')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, `Product ${part.name} saved`)
  await page.goto(`/order/${part.id}`)
  await expect(page.getByRole('main')).toContainText('$70.00')
  await expect(page.getByRole('main')).toContainText('With plug and screws')
})

/** @shows row-84 */
test('a concurrent change is shown and keeps the input', async ({ page, seed }) => {
  const part = await seed.part()
  const details = await openDetails(page, seed, part)
  await details.getByLabel('Price').fill('70')
  await seed.changePart(part, { price: 75 })
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(details.getByText('Someone else has changed this to “$75.00”')).toBeVisible()
  await expect(details.getByLabel('Price')).toHaveValue('70')
  await expectAccessible(page, 'a price that another admin has changed')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, `Product ${part.name} saved`)
})

/** @shows row-84 */
test('restored unsaved changes overwrite no concurrent change', async ({ page, seed }) => {
  const part = await seed.part()
  const details = await openDetails(page, seed, part)
  const discard = details.getByRole('button', { name: 'Discard' })
  await details.getByLabel('Price').fill('70')
  await expect(discard).toHaveCount(0)
  await seed.changePart(part, { price: 75 })

  await page.goto(`/dashboard/manageProduct/${part.id}`)
  await expect(details.getByText('We kept what you typed')).toBeVisible()
  await expect(details.getByLabel('Price')).toHaveValue('70')
  await expectAccessible(page, 'changes that were left')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(details.getByText('Someone else has changed this to “$75.00”')).toBeVisible()
  await discard.click()
  await expect(details.getByLabel('Price')).toHaveValue('75')
  await expect(details.getByLabel('Name')).toBeFocused()
  await expect(discard).toHaveCount(0)
  await page.reload()
  await expect(details.getByLabel('Price')).toHaveValue('75')
  await expect(discard).toHaveCount(0)
})

/** @shows row-84 */
test('an order invalidates a stock count, not a difference', async ({ page, customer, seed }) => {
  const part = await seed.part({ quantity: 40 })
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  const stock = form(page, 'Stock')
  await expect(stock.getByText('40 units are in stock')).toBeVisible()
  await seed.order(customer, part)
  await stock.getByLabel('Units').fill('50')
  await expect(stock.getByText('40 → 90 units')).toBeVisible()
  await stock.getByLabel('Reason').fill('A mistake')
  await stock.getByLabel('Units').fill('1000000')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByRole('alert')).toHaveText('The stock can be at most 1000000')
  await expect(stock.getByLabel('Units')).toBeFocused()
  await stock.getByLabel('Reason').fill('')
  await stock.getByLabel('Units').fill('50')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByText('Reason is Required')).toBeVisible()
  await stock.getByLabel('Reason').fill('Delivery 17')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expectToast(page, `${part.name}: 80 units in stock`)
  await expect(stock.getByText('80 units are in stock')).toBeVisible()
  expect(await seed.unitsLeft(part)).toBe(80)
  await expect(stock.getByRole('button', { name: 'Change stock' })).toBeEnabled()

  // By another buyer: the same order of the same buyer would count as a repetition.
  await seed.order(seed.admin, part)
  await stock.getByLabel('What happened').selectOption('Units counted')
  await stock.getByLabel('Units').fill('78')
  await stock.getByLabel('Reason').fill('Counted')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByText('The stock is now 70', { exact: false })).toBeVisible()
  await expect(stock.getByLabel('Units')).toHaveValue('78')
  await expect(stock.getByText('70 units are in stock')).toBeVisible()
  await expectAccessible(page, 'a count of a stock that has changed')
  await stock.getByLabel('Units').fill('68')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByText('68 units are in stock')).toBeVisible()
  expect(await seed.unitsLeft(part)).toBe(68)
})

/** @shows row-84 */
test('a deleted product is no longer sold, and can be restored @phone', async ({ page, seed }) => {
  const part = await seed.part()
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(part.name)}`)
  await rowWith(page, part.name).getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await expectToast(page, `Product: ${part.name} is deleted`)
  await expect(rowWith(page, part.name)).toHaveCount(0)

  await tab(page, 'Deleted').click()
  await expect(page).toHaveURL(/tab=archived/)
  await expectAccessible(page, 'deleted products')
  await rowWith(page, part.name).getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, `Product: ${part.name} is back in the shop`)
  await expect(tab(page, 'In the shop')).toHaveText('In the shop1')
  expect(await seed.unitsLeft(part)).toBe(100)
})

/** @shows row-84 */
test('the order and the page of the product list are in the URL', async ({ page, seed }) => {
  await seed.part()
  await signIn(page, seed.admin)
  await page.goto('/dashboard/manageProduct?sort=price&direction=asc&rows=50')
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  await expect(page.getByText(/^1–\d+ of /)).toBeVisible()
  await sortDescending(page, { sort: 'price', heading: 'Price', descending: 'Highest price first' })
  await expect(page).toHaveURL(/sort=price&rows=50/)
  await page.goto('/dashboard/manageProduct?q=no+such+product')
  await expect(page.getByText('No product matches “no such product”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
})

/** @shows row-84 */
test('a list whose total count fails says so and can be reloaded', async ({ page, seed }) => {
  const part = await seed.part()
  await signIn(page, seed.admin)
  await failCalls(page, '**/api/manage/products/counts*', 503)
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(part.name)}`)
  await expect(rowWith(page, part.name)).toHaveCount(1)
  await expect(page.getByText('Could not load the number of products.')).toBeVisible()
  await expect(page.getByText('1–1', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a list without a count')
  await page.unroute('**/api/manage/products/counts*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
})
