import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, login, test } from './shop.ts'
import { pressTwice } from './steps.ts'

test('an admin ships a paid order, and the customer sees it delivered', async ({
  page,
  browser,
  customer,
  shelf,
}) => {
  const part = await shelf.stock()
  await shelf.paidOrder(customer, part)
  await login(page, shelf.person)
  await page.goto('/dashboard/manageAllOrders')
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: part.name })
  await row.getByRole('button', { name: 'Pending' }).click()
  await expect(page.getByText('successfully shipping', { exact: true })).toBeVisible()
  await expect(row).toContainText('Delivered')

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await login(theirs, customer)
  await theirs.goto('/dashboard/myOrder')
  await expect(theirs.getByRole('listitem').filter({ hasText: part.name })).toContainText(
    'Delivered',
  )
  await context.close()
})

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
  await login(page, shelf.person)
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
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name })
  const image = row.locator('img')
  await expect(image).toHaveAttribute('src', /^\/images\/[0-9a-f]{32}/)
  // Shown small, it is not loaded in full; the browser may have one of the others already.
  await expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.currentSrc))
    .toMatch(/-(?:320|640)\.webp$/)
  const served = await page.request.get(String(await image.getAttribute('src')))
  expect([served.status(), served.headers()['content-type']]).toEqual([200, 'image/webp'])

  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Product: ${name} is deleted`)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('who is no admin sees the card that says what is missing, and none of the data', async ({
  page,
  customer,
}) => {
  await login(page, customer)
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

test('an admin makes a verified customer an admin', async ({ page, customer, shelf }) => {
  await login(page, shelf.person)
  await page.goto(`/dashboard/users?q=${encodeURIComponent(customer.email)}`)
  const row = page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: customer.email })
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give rights' }).click()
  await expect(page.getByText('successfully make an Admin', { exact: true })).toBeVisible()
  await expect(row).toContainText('admin')
})
