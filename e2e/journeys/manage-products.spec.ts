import type { Page } from '@playwright/test'
import { expectNoFaults } from '../support/axe.ts'
import { expect, signIn, test } from '../support/shop.ts'
import { rowWith, sortFalling } from '../support/steps.ts'

// Colours that are still on their way to another theme are not what anybody reads.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Products by state' }).getByRole('link', { name })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })

const form = (page: Page, name: string) => page.getByRole('form', { name })

/** @shows row-84 */
test('an admin finds a product, changes what is written about it, and the shop shows it', async ({
  page,
  shelf,
}) => {
  const part = await shelf.stock({ quantity: 40 })
  await signIn(page, shelf.person)
  await page.goto('/dashboard/manageProduct')
  await search(page).fill(part.name)
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expectNoFaults(page, 'a product that was searched for')
  await rowWith(page, part.name).getByRole('link', { name: 'Edit' }).click()

  const details = form(page, 'Details')
  await expect(details.getByLabel('Name')).toHaveValue(part.name)
  await expectNoFaults(page, 'the forms of a product')
  await details.getByLabel('Price').fill('1')
  await details.getByLabel('Description').fill('abc')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(details.getByText('Must be 5 characters or longer')).toBeVisible()
  await details.getByLabel('Price').fill('19.5')
  await details.getByLabel('Description').fill('Now with plug and screws')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`Product ${part.name} is changed`)).toBeVisible()

  await page.goto(`/order/${part.id}`)
  await expect(page.getByRole('main')).toContainText('$19.50')
  await expect(page.getByRole('main')).toContainText('Now with plug and screws')
})

/** @shows row-84 */
test('a change that somebody else has made meanwhile is shown, and nothing typed is lost', async ({
  page,
  shelf,
}) => {
  const part = await shelf.stock()
  await signIn(page, shelf.person)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  const details = form(page, 'Details')
  await details.getByLabel('Price').fill('70')
  await shelf.change(part, { price: 75 })
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(details.getByText('Somebody else has changed this to “$75.00”')).toBeVisible()
  await expect(details.getByLabel('Price')).toHaveValue('70')
  await expectNoFaults(page, 'a price that somebody else has changed')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`Product ${part.name} is changed`)).toBeVisible()
})

/** @shows row-84 */
test('changes that were left come back marked as such, and overwrite nothing unseen', async ({
  page,
  shelf,
}) => {
  const part = await shelf.stock()
  await signIn(page, shelf.person)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  const details = form(page, 'Details')
  const discard = details.getByRole('button', { name: 'Discard' })
  await details.getByLabel('Price').fill('70')
  await expect(discard).toHaveCount(0)
  await shelf.change(part, { price: 75 })

  await page.goto(`/dashboard/manageProduct/${part.id}`)
  await expect(details.getByText('Unsaved changes from before')).toBeVisible()
  await expect(details.getByLabel('Price')).toHaveValue('70')
  await expectNoFaults(page, 'changes that were left')
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(details.getByText('Somebody else has changed this to “$75.00”')).toBeVisible()
  await discard.click()
  await expect(details.getByLabel('Price')).toHaveValue('75')
  await expect(details.getByLabel('Name')).toBeFocused()
  await expect(discard).toHaveCount(0)
  await page.reload()
  await expect(details.getByLabel('Price')).toHaveValue('75')
  await expect(discard).toHaveCount(0)
})

/** @shows row-84 */
test('stock changes by a difference with a reason, and a count holds for what was seen', async ({
  page,
  customer,
  shelf,
}) => {
  const part = await shelf.stock({ quantity: 40 })
  await signIn(page, shelf.person)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  const stock = form(page, 'Stock')
  await expect(stock.getByText('40 units are in stock')).toBeVisible()
  await shelf.order(customer, part)
  await stock.getByLabel('Units').fill('50')
  await expect(stock.getByText('40 → 90 units')).toBeVisible()
  await stock.getByLabel('Reason').fill('A mistake')
  await stock.getByLabel('Units').fill('1000000')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByRole('alert')).toHaveText('The stock is 1000000 at most')
  await expect(stock.getByLabel('Units')).toBeFocused()
  await stock.getByLabel('Reason').fill('')
  await stock.getByLabel('Units').fill('50')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByText('Reason is Required')).toBeVisible()
  await stock.getByLabel('Reason').fill('Delivery 17')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(page.getByText(`${part.name}: 80 units in stock`)).toBeVisible()
  await expect(stock.getByText('80 units are in stock')).toBeVisible()
  expect(await shelf.unitsLeft(part)).toBe(80)
  await expect(stock.getByRole('button', { name: 'Change stock' })).toBeEnabled()

  // By somebody else: the same order again would be taken for a repetition.
  await shelf.order(shelf.person, part)
  await stock.getByLabel('What happened').selectOption('Units were counted')
  await stock.getByLabel('Units').fill('78')
  await stock.getByLabel('Reason').fill('Counted')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByText('The stock is 70 now', { exact: false })).toBeVisible()
  await expect(stock.getByLabel('Units')).toHaveValue('78')
  await expect(stock.getByText('70 units are in stock')).toBeVisible()
  await expectNoFaults(page, 'a count of a stock that has changed')
  await stock.getByLabel('Units').fill('68')
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await expect(stock.getByText('68 units are in stock')).toBeVisible()
  expect(await shelf.unitsLeft(part)).toBe(68)
})

/** @shows row-84 */
test('a deleted product leaves the shop and is restored', async ({ page, shelf }) => {
  const part = await shelf.stock()
  await signIn(page, shelf.person)
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(part.name)}`)
  await rowWith(page, part.name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Product: ${part.name} is deleted`)).toBeVisible()
  await expect(rowWith(page, part.name)).toHaveCount(0)

  await tab(page, 'Deleted').click()
  await expect(page).toHaveURL(/tab=archived/)
  await expectNoFaults(page, 'deleted products')
  await rowWith(page, part.name).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(`Product: ${part.name} is back in the shop`)).toBeVisible()
  await expect(tab(page, 'In the shop')).toHaveText('In the shop1')
  expect(await shelf.unitsLeft(part)).toBe(100)
})

/** @shows row-84 */
test('the list is sorted and paged by its address', async ({ page, shelf }) => {
  await shelf.stock()
  await signIn(page, shelf.person)
  await page.goto('/dashboard/manageProduct?sort=price&direction=asc&rows=50')
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  await expect(page.getByText(/^1–\d+ of /)).toBeVisible()
  await sortFalling(page, { sort: 'price', heading: 'Price', falling: 'Highest price first' })
  await expect(page).toHaveURL(/sort=price&rows=50/)
  await page.goto('/dashboard/manageProduct?q=no+such+product')
  await expect(page.getByText('No product matches “no such product”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
})

/** @shows row-84 */
test('without a count the list says so and can be asked again', async ({ page, shelf }) => {
  const part = await shelf.stock()
  await signIn(page, shelf.person)
  await page.route('**/api/manage/products/counts*', (route) =>
    route.fulfill({ status: 503, json: {} }),
  )
  await page.goto(`/dashboard/manageProduct?q=${encodeURIComponent(part.name)}`)
  await expect(rowWith(page, part.name)).toHaveCount(1)
  await expect(page.getByText('How many products there are could not be read.')).toBeVisible()
  await expect(page.getByText('1–1', { exact: true })).toBeVisible()
  await expectNoFaults(page, 'a list without a count')
  await page.unroute('**/api/manage/products/counts*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
})
