import { exchangeToken, openSession } from '../support/api.ts'
import type { Locator } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, failCalls, mainOf, rowWith } from '../support/steps.ts'
import { expectToast, prolongToasts } from '../support/toasts.ts'

/** @shows row-30, row-32, row-34, row-59 */
test('a failed order shows an error and keeps the input', async ({ page, customer, seed }) => {
  const part = await seed.part({ quantity: 40, price: 68 })
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Hello, Mia')).toBeVisible()
  await expect(main.getByText(customer.email)).toBeVisible()
  await expect(main.getByRole('heading', { name: part.name })).toBeVisible()
  await expect(main.getByRole('img', { name: part.name })).toBeVisible()
  await expect(main.getByText('$68.00 / unit', { exact: true })).toBeVisible()

  await main.getByLabel('Quantity').fill('20')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await expect(main.getByRole('definition').last()).toHaveText('$1,360.00')
  await failCalls(page, '**/api/order', 500, 'POST')
  const order = page.getByRole('button', { name: 'Order Now' })
  await order.click()
  await expectToast(page, 'Place  $ 1360  failed', 'alert')
  await expect(main.getByLabel('Quantity')).toHaveValue('20')

  await page.unroute('**/api/order')
  const placed = page.waitForRequest('**/api/order')
  await order.click()
  expect((await placed).postDataJSON()).toMatchObject({
    product: part.id,
    name: part.name,
    quantity: 20,
    price: 1360,
  })
  await expectToast(page, 'Place  $ 1360  successfully', 'status')
  await expect(main.getByLabel('Quantity')).toHaveValue('0')
  await expect(order).toBeDisabled()
  await main.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

/** @shows row-58 */
test('a toast at the top right closes after five seconds', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await signIn(page, customer)
  await failCalls(page, '**/api/order', 500, 'POST')
  await page.goto(`/order/${part.id}?quantity=10`)
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.evaluate(() => {
    const times: number[] = []
    new MutationObserver(() => {
      const isShown = document.body.textContent.includes('Place  $')
      if (isShown === (times.length === 1)) return
      times.push(performance.now())
      document.documentElement.dataset['toast'] = JSON.stringify(times)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Order Now' }).click()
  // A toast below the pointer would not close.
  await page.getByRole('banner').hover({ position: { x: 2, y: 2 } })
  const times = async () =>
    JSON.parse((await page.locator('html').getAttribute('data-toast')) ?? '[]') as number[]
  await expect.poll(times).toHaveLength(2)
  const [shown = 0, closed = 0] = await times()
  expect(closed - shown).toBeGreaterThan(4_900)

  await prolongToasts(page)
  await page.getByRole('button', { name: 'Order Now' }).click()
  const toast = page.getByRole('alert').filter({ hasText: /^Place/ })
  // Below the bars of the header, whose buttons it leaves free.
  await expect
    .poll(async () => {
      const box = await toast.boundingBox()
      return box && [box.y, (page.viewportSize()?.width ?? 0) - box.x - box.width]
    })
    .toEqual([116, 16])
})

/** @shows row-58, row-32 */
test('a toast does not cover the notice that the page scrolls to @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, customer)
  const toast = page.locator('.Toastify__toast')

  async function expectClear(notice: Locator) {
    await toast.first().waitFor()
    // What an order changes above it moves it once more.
    await expect(async () => {
      const above = await toast.last().boundingBox()
      const box = await notice.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0))
    }).toPass({ timeout: 4_000 })
    await toast.getByRole('button', { name: 'Close' }).first().click()
    await expect(toast).toHaveCount(0)
  }

  /** With the button below the header, where the notice above it would come up behind the toast. */
  async function press(name: string) {
    const button = mainOf(page).getByRole('button', { name, exact: true })
    await button.evaluate((element) => {
      const { parentElement: bar } = element
      if (bar) bar.style.position = 'static'
      scrollBy({ top: element.getBoundingClientRect().top - 120, behavior: 'instant' })
    })
    await button.click()
  }

  await failCalls(page, '**/api/order', 500, 'POST')
  await page.goto(`/order/${part.id}?quantity=10`)
  await mainOf(page).getByRole('button', { name: 'Calculate Amount' }).click()
  await press('Order Now')
  await expectClear(mainOf(page).locator('.notice--danger'))
  await page.unroute('**/api/order')
  await press('Order Now')
  await expectClear(mainOf(page).getByRole('heading', { name: /^Order placed/ }))

  await page.goto(`/part/${part.id}`)
  await mainOf(page).getByRole('button', { name: 'Add to cart' }).click()
  await expectToast(page, /cart/)
  await failCalls(page, '**/api/quickOrder/place', 500, 'POST')
  await page.goto('/cart')
  await press('Place order')
  await expectClear(mainOf(page).locator('.notice--danger'))
})

/** @shows row-49, row-54, row-55 */
test('admin actions that get a 403 show their failure', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  await failCalls(page, '**/api/order/shipping/*', 403, 'PUT')
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  const order = rowWith(page, part.name)
  await order.getByRole('button', { name: 'Pending' }).click()
  await expectToast(page, 'Failed to shipping')
  await expect(order.getByRole('button', { name: 'Pending' })).toBeVisible()

  const unpaid = await seed.part()
  await seed.order(customer, unpaid)
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(unpaid.name)}`)
  const waiting = rowWith(page, unpaid.name)
  await expect(waiting.getByText('unpaid', { exact: true })).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Pending' })).toHaveCount(0)

  await failCalls(page, '**/api/user/admin/*', 403, 'PUT')
  await page.goto(`/dashboard/users?q=${encodeURIComponent(customer.email)}`)
  const user = rowWith(page, customer.email)
  await user.getByRole('button', { name: 'Make Admin' }).click()
  await confirm(page, 'Give admin access')
  await expectToast(page, 'Failed to make an Admin')
  await expect(user.getByText('customer', { exact: true })).toBeVisible()
})

/** @shows row-49 */
test("'Remove' closes an account only after a confirmation", async ({ page, customer, seed }) => {
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/users?q=${encodeURIComponent(customer.email)}`)
  const user = rowWith(page, customer.email)
  const dialog = page.getByRole('alertdialog')
  await user.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toContainText(customer.email)
  await dialog.getByRole('button', { name: 'Keep account' }).click()
  await expect(dialog).toBeHidden()
  await (await openSession(customer)).end()

  await user.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expect(user.getByText('closed', { exact: true })).toBeVisible()
  const { request, exchanged } = await exchangeToken(customer)
  expect([exchanged.status(), (await exchanged.json()).detail]).toEqual([
    403,
    'This account has been closed',
  ])
  await request.dispose()
})

/** @shows row-51, row-52 */
test('the product form validates each field and keeps the input', async ({ page, seed }) => {
  await signIn(page, seed.admin)
  await page.goto('/dashboard/addProduct')
  const main = page.getByRole('main')
  const add = main.getByRole('button', { name: 'Add product' })
  const messages = () => main.getByRole('alert').allTextContents()
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await main.getByLabel(label).fill(value)
  }
  await add.click()
  await expect
    .poll(messages)
    .toEqual([
      'Name is Required',
      'Price is Required',
      'Quantity is Required',
      'Description is Required',
      'Image is Required',
    ])
  await fill({ Name: 'ab', Price: '9', Quantity: '5', Description: 'abcd' })
  await expect
    .poll(messages)
    .toEqual([
      'Must be 3 characters or longer',
      'Must be 2 characters or longer',
      'Must be 2 characters or longer',
      'Must be 5 characters or longer',
      'Image is Required',
    ])
  await fill({ Name: '9 volt', Price: '12', Quantity: '40', Description: 'Nine volts' })
  await expect.poll(messages).toEqual(['Provide a valid Name', 'Image is Required'])

  await page.route('**/api/images', (route) =>
    route.fulfill({ json: { success: true, data: { url: '/parts/door-rubber.svg' } } }),
  )
  await main
    .locator('input[type=file]')
    .setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: Buffer.from('seal') })
  await fill({ Name: 'Nine volt seal' })
  await expect.poll(messages).toEqual([])
  await failCalls(page, '**/api/Products', 500, 'POST')
  await add.click()
  await expectToast(page, 'Product Nine volt seal add to failed')
  await expect(main.getByLabel('Name')).toHaveValue('Nine volt seal')
})
