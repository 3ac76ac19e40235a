import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, download, failCalls, rowWith, tabOf } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

// Colours are checked without transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const tab = (page: Page, name: string) => tabOf(page, 'Orders by state', name)

/** @shows row-73 */
test('an admin finds orders by state and search @phone', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await seed.order(customer, await seed.part())
  const paid = await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  await page.goto('/dashboard/manageAllOrders')
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(customer.email)
  await expect(page).toHaveURL(/q=/)
  await expect(tab(page, 'All')).toHaveText('All2')
  await expect(page.getByText('1–2 of 2')).toBeVisible()

  await tab(page, 'To ship').click()
  await expect(page).toHaveURL(/tab=to-ship/)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(rowWith(page, part.name)).toContainText('Pending')
  await expectAccessible(page, 'orders that wait to be shipped')

  await page.reload()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(paid.slice(-8))
  await expect(rowWith(page, part.name)).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('nothing like it')
  await expect(page.getByText('No order matches “nothing like it”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('')
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused()
})

/** @shows row-73 */
test('revenue and orders of the last 30 days are above the list', async ({ page, seed }) => {
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: `2026-01-${String(index + 1).padStart(2, '0')}`,
    orders: index === 3 ? 4 : 0,
    revenue: index === 3 ? 1360.4 : 0,
  }))
  days[29] = { day: '2026-01-30', orders: 1, revenue: 19 }
  await page.route('**/api/manage/orders/revenue', (route) => route.fulfill({ json: days }))
  await signIn(page, seed.admin)
  await page.goto('/dashboard/manageAllOrders')
  const figure = page.getByRole('definition').filter({ hasText: 'from' })
  await expect(figure).toHaveText('$1,379 from 5 orders')

  await failCalls(page, '**/api/manage/orders/revenue', 503)
  await page.reload()
  await expect(page.getByText('Some figures could not be loaded.')).toBeVisible()
  await expectAccessible(page, 'figures that could not be read')
  await page.unroute('**/api/manage/orders/revenue')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(figure).toHaveText(/^\$[\d,]+ from [\d,]+ orders?$/)
})

/** @shows row-73 */
test('orders that fail to be shipped stay selected', async ({ page, customer, seed }) => {
  const part = await seed.part()
  const orders = [
    await seed.paidOrder(customer, part),
    await seed.paidOrder(customer, part),
    await seed.paidOrder(customer, part),
  ]
  await signIn(page, seed.admin)
  await failCalls(page, `**/api/order/shipping/${orders[1]}`, 503)
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  const boxes = page.getByRole('checkbox', { name: /^Select order/ })
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await box.check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('3 selected')
  await expectAccessible(page, 'selected orders')
  await bar.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('heading', { name: 'Mark 3 orders as shipped?' })).toBeVisible()
  await confirm(page, 'Mark as shipped')
  await expect(page.getByText('1 of 3 are not marked as shipped', { exact: false })).toBeVisible()
  await expect(bar).toContainText('1 selected')
  await expect(tab(page, 'Shipped')).toHaveText('Shipped2')

  await page.unroute(`**/api/order/shipping/${orders[1]}`)
  await bar.getByRole('button', { name: 'Mark as shipped' }).click()
  await confirm(page, 'Mark as shipped')
  await expect(tab(page, 'Shipped')).toHaveText('Shipped3')
  await expect(bar).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Manage All Orders' })).toBeFocused()
})

/** @shows row-73, row-136, row-189, row-209 */
test('an admin refunds units of an order, and then the rest with a reason @phone @translated', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const order = await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${order.slice(-8)}`)
  await page.getByRole('button', { name: `${order.slice(-8)} details` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText([/^Placed/, /^Paid/])
  await expect(dialog.getByText(`by ${customer.email}`)).toBeVisible()
  await expectAccessible(page, 'the details of an order')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  // Nothing is chosen: the money would not come back.
  const whole = dialog.getByRole('radio', { name: 'The whole order' })
  await expect(whole).toBeFocused()
  await expect(whole).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Refund $' })).toHaveCount(0)
  await whole.check()
  await dialog.getByRole('button', { name: 'Refund $' }).click()
  await expect(dialog.getByText('Reason is Required')).toBeVisible()
  await expectAccessible(page, 'the form of a refund')

  await whole.focus()
  await page.keyboard.press('ArrowDown')
  await dialog.getByLabel(part.name).fill('11')
  await expect(dialog.getByText('10 left to refund', { exact: true })).toBeVisible()
  await dialog.getByLabel(part.name).fill('2')
  await expect(dialog.getByLabel('Return these units to the stock')).not.toBeChecked()
  await dialog.getByLabel('Further amount').fill('1.50')
  await expectAccessible(page, 'the form of a partial refund')
  await dialog.getByRole('button', { name: `Refund $${part.price * 2 + 1.5}0` }).click()
  await expectToast(page, `$${part.price * 2 + 1.5}0 refunded on order ${order.slice(-8)}`)

  await page.getByRole('button', { name: `${order.slice(-8)} details` }).click()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('radio', { name: 'All that is left' }).check()
  await dialog.getByLabel('Reason').fill('Ordered twice')
  await dialog.getByRole('button', { name: `Refund $${part.price * 8 - 2}.50` }).click()
  await expectToast(page, `$${part.price * 8 - 2}.50 refunded on order ${order.slice(-8)}`)
  await expect(rowWith(page, part.name)).toContainText('refunded')
  await page.getByRole('button', { name: `${order.slice(-8)} details` }).click()
  await expect(dialog.getByText('Refunded: Ordered twice')).toBeVisible()
})

/** @shows row-73 */
test('the export contains exactly the filtered orders', async ({ page, customer, seed }) => {
  await seed.order(customer, await seed.part())
  const paid = await seed.paidOrder(customer, await seed.part())
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?tab=to-ship&q=${encodeURIComponent(customer.email)}`)
  const file = await download(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.name).toBe('orders.csv')
  const lines = file.bytes.toString().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFOrder,Placed,Status,/)
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual([paid])
})

/** @shows row-73 */
test('a packing slip shows the ordered parts and no price', async ({ page, customer, seed }) => {
  const partNumber = randomUUID()
  const part = await seed.part({ partNumber })
  const order = await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/packingSlip/${order}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Packing Slip' })).toBeVisible()
  await expect(main.getByRole('rowheader', { name: part.name })).toBeVisible()
  await expect(main.getByRole('rowheader', { name: partNumber })).toBeVisible()
  await expect(main).not.toContainText('$')
  await expectAccessible(page, 'a packing slip')
})
