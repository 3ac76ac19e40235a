import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoFaults } from '../support/axe.ts'
import { expect, signIn, test } from '../support/shop.ts'
import { pressTwice, rowWith, sortFalling } from '../support/steps.ts'

/** @shows row-54, row-55 */
test('an admin ships a paid order, and the customer sees it delivered', async ({
  page,
  browser,
  customer,
  shelf,
}) => {
  const part = await shelf.stock()
  await shelf.paidOrder(customer, part)
  await signIn(page, shelf.person)
  await page.goto('/dashboard/manageAllOrders')
  const row = rowWith(page, part.name)
  await row.getByRole('button', { name: 'Pending' }).click()
  await expect(page.getByText('successfully shipping', { exact: true })).toBeVisible()
  await expect(row).toContainText('Delivered')

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await signIn(theirs, customer)
  await theirs.goto('/dashboard/myOrder')
  await expect(theirs.getByRole('listitem').filter({ hasText: part.name })).toContainText(
    'Delivered',
  )
  await context.close()
})

/** @shows row-51, row-53, row-61 */
test('an admin adds a product with a picture: it can be ordered at once, and deleted again', async ({
  page,
  shelf,
}) => {
  const name = `Headlight ${randomUUID().slice(0, 8)}`
  const picture = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#1b4d89' },
  })
    .jpeg()
    .toBuffer()
  await signIn(page, shelf.person)
  await page.goto('/dashboard/addProduct')
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill(name)
  await main.getByLabel('Price').fill('120')
  await main.getByLabel('Quantity').fill('40')
  await main.getByLabel('Description').fill('Left-hand lamp with housing and plug')
  await main
    .locator('input[type=file]')
    .setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: picture })
  const add = main.getByRole('button', { name: 'Add Product' })
  await expect(add).toBeEnabled()
  await pressTwice(add)
  await expect(page.getByText(`Product ${name} add successfully`)).toBeVisible()

  // Without a search, since the newest come first.
  await page.goto('/dashboard/manageProduct')
  const row = rowWith(page, name)
  const image = row.locator('img')
  await expect(image).toHaveAttribute('src', /^\/images\/[0-9a-f]{32}/)
  // Shown small, it is not loaded in full; the browser may have one of the others already.
  await expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.currentSrc))
    .toMatch(/-(?:320|640)\.avif$/)
  const served = await page.request.get(String(await image.getAttribute('src')))
  expect([served.status(), served.headers()['content-type']]).toEqual([200, 'image/webp'])

  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Product: ${name} is deleted`)).toBeVisible()
  await expect(row).toHaveCount(0)
})

/** @shows row-27, row-50, row-62 */
test('who is no admin sees the card that says what is missing, and none of the data', async ({
  page,
  customer,
}) => {
  await signIn(page, customer)
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByRole('heading', { name: 'Your Email is not Verified' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sent again' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Back to Login')).toBeVisible()
  await page.goto('/dashboard/users')
  await expect(page.getByText('You are not Admin', { exact: true })).toBeVisible()
  await expect(page.getByText('Please Admin Login', { exact: true })).toBeVisible()
  const links = page.getByRole('main').getByRole('link')
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(expect.arrayContaining(['/login', '/home']))
})

/** @shows row-49 */
test('an admin makes a verified customer an admin', async ({ page, customer, shelf }) => {
  await signIn(page, shelf.person)
  await page.goto(`/dashboard/users?q=${encodeURIComponent(customer.email)}`)
  const row = rowWith(page, customer.email)
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give rights' }).click()
  await expect(page.getByText('successfully make an Admin', { exact: true })).toBeVisible()
  await expect(row).toContainText('admin')
})

const usersTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Users by state' }).getByRole('link', { name })

/** @shows row-74 */
test('an admin takes rights back, closes an account and opens it again', async ({
  page,
  customer,
  shelf,
}) => {
  const { email } = customer
  await signIn(page, shelf.person)
  await page.goto(`/dashboard/users?q=${encodeURIComponent(email)}`)
  const row = rowWith(page, email)
  const change = async (button: string, answer: string) => {
    await row.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  }
  await change('Make Admin', 'Give rights')
  await expect(usersTab(page, 'Admins')).toHaveText('Admins1')
  await change('Make Customer', 'Take rights')
  await expect(page.getByText(`${email} is a customer now`)).toBeVisible()
  await expect(usersTab(page, 'Admins')).toHaveText('Admins0')
  await expect(row.getByRole('button', { name: 'Make Admin' })).toBeVisible()

  await change('Remove', 'Close account')
  await expect(page.getByText(`The account ${email} is closed`)).toBeVisible()
  await usersTab(page, 'Closed').click()
  await expect(page).toHaveURL(/tab=closed/)
  await expect(usersTab(page, 'Closed')).toHaveText('Closed1')
  await expect(row).toContainText('closed')
  await expectNoFaults(page, 'accounts that are closed')
  await change('Reactivate', 'Open account')
  await expect(page.getByText(`The account ${email} is open again`)).toBeVisible()
  await expect(page.getByText(`No user matches “${email}”`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeFocused()

  await page.goto(`/dashboard/users?q=${encodeURIComponent(email)}`)
  await expect(row.getByRole('button', { name: 'Remove' })).toBeVisible()
})

/** @shows row-74 */
test('users are sorted and paged by the address', async ({ page, customer, shelf }) => {
  await signIn(page, shelf.person)
  await page.goto('/dashboard/users?sort=email&direction=asc&rows=50')
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  await expect(page.getByText(/^1–\d+ of /)).toBeVisible()
  await sortFalling(page, { sort: 'email', heading: 'User', falling: 'Email, Z to A' })
  await expect(page).toHaveURL(/sort=email&rows=50/)
  await page.getByRole('searchbox', { name: 'Search users' }).fill(customer.email)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.reload()
  await expect(rowWith(page, customer.email)).toHaveCount(1)
})
