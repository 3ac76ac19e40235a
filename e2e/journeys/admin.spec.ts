import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, pressTwice, rowWith, sortDescending, tabOf } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

/** @shows row-54, row-55 */
test(
  'a customer sees a shipped order as delivered',
  { tag: '@production' },
  async ({ page, browser, customer, seed }) => {
    const part = await seed.part()
    await seed.paidOrder(customer, part)
    await signIn(page, seed.admin)
    await page.goto('/dashboard/manageAllOrders')
    const row = rowWith(page, part.name)
    await row.getByRole('button', { name: 'Pending' }).click()
    await expectToast(page, 'successfully shipping')
    await expect(row).toContainText('Delivered')

    const context = await browser.newContext()
    const customerPage = await context.newPage()
    await signIn(customerPage, customer)
    await customerPage.goto('/dashboard/myOrder')
    await expect(customerPage.getByRole('listitem').filter({ hasText: part.name })).toContainText(
      'Delivered',
    )
    await context.close()
  },
)

/** @shows row-51, row-53, row-61, row-189 */
test(
  'an admin adds a product with a picture, and deletes it again @phone @translated',
  { tag: '@production' },
  async ({ page, seed }) => {
    const name = `Headlight ${randomUUID().slice(0, 8)}`
    const picture = await sharp({
      create: { width: 1600, height: 1200, channels: 3, background: '#1b4d89' },
    })
      .jpeg()
      .toBuffer()
    await signIn(page, seed.admin)
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
    await expectToast(page, `Product ${name} add successfully`)

    // No search is needed: the newest product is the first.
    await page.goto('/dashboard/manageProduct')
    const row = rowWith(page, name)
    const image = row.locator('img')
    await expect(image).toHaveAttribute('src', /^\/images\/[0-9a-f]{32}/)
    // A thumbnail loads a small variant; the browser may have another small one in its cache.
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.currentSrc))
      .toMatch(/-(?:320|640)\.avif$/)
    const served = await page.request.get(String(await image.getAttribute('src')))
    expect([served.status(), served.headers()['content-type']]).toEqual([200, 'image/webp'])

    await row.getByRole('button', { name: 'Delete' }).click()
    await confirm(page, 'Delete')
    await expectToast(page, `Product: ${name} is deleted`)
    await expect(row).toHaveCount(0)
  },
)

/** @shows row-27, row-50, row-62 */
test('admin pages show customers an access-denied card', async ({ page, customer }) => {
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
test('an admin makes a verified customer an admin', async ({ page, customer, seed }) => {
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/users?q=${encodeURIComponent(customer.email)}`)
  const row = rowWith(page, customer.email)
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await confirm(page, 'Give admin access')
  await expectToast(page, 'successfully make an Admin')
  await expect(row).toContainText('admin')
})

const usersTab = (page: Page, name: string) => tabOf(page, 'Users by state', name)

/** @shows row-74 */
test('an admin changes rights, closes and reopens an account', async ({ page, customer, seed }) => {
  const { email } = customer
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/users?q=${encodeURIComponent(email)}`)
  const row = rowWith(page, email)
  const change = async (button: string, answer: string) => {
    await row.getByRole('button', { name: button, exact: true }).click()
    await confirm(page, answer)
    await expect(page.getByRole('alertdialog')).toBeHidden()
  }
  await change('Make Admin', 'Give admin access')
  await expect(usersTab(page, 'Admins')).toHaveText('Admins1')
  await change('Make Customer', 'Remove access')
  await expectToast(page, `${email} is now a customer`)
  await expect(usersTab(page, 'Admins')).toHaveText('Admins0')
  await expect(row.getByRole('button', { name: 'Make Admin' })).toBeVisible()

  await change('Remove', 'Close account')
  await expectToast(page, `The account ${email} is closed`)
  await usersTab(page, 'Closed').click()
  await expect(page).toHaveURL(/tab=closed/)
  await expect(usersTab(page, 'Closed')).toHaveText('Closed1')
  await expect(row).toContainText('closed')
  await expectAccessible(page, 'accounts that are closed')
  await change('Reactivate', 'Reopen account')
  await expectToast(page, `${email} can log in again`)
  await expect(page.getByText(`No user matches “${email}”`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeFocused()

  await page.goto(`/dashboard/users?q=${encodeURIComponent(email)}`)
  await expect(row.getByRole('button', { name: 'Remove' })).toBeVisible()
})

/** @shows row-74 */
test('the order and the page of the user list are in the URL', async ({ page, customer, seed }) => {
  await signIn(page, seed.admin)
  await page.goto('/dashboard/users?sort=email&direction=asc&rows=50')
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  await expect(page.getByText(/^1–\d+ of /)).toBeVisible()
  await sortDescending(page, { sort: 'email', heading: 'User', descending: 'Email, Z to A' })
  await expect(page).toHaveURL(/sort=email&rows=50/)
  await page.getByRole('searchbox', { name: 'Search users' }).fill(customer.email)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.reload()
  await expect(rowWith(page, customer.email)).toHaveCount(1)
})
