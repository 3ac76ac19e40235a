import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import type { Person } from '../support/api.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import type { Seed } from '../support/seed.ts'
import { confirm, rowWith } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

// Colours are checked without transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const toastUndo = (page: Page) => page.locator('.toasts').getByRole('button', { name: 'Undo' })

/** Two paid orders of one part, in the list of an admin. */
async function openTwoPaidOrders(page: Page, seed: Seed, customer: Person) {
  const part = await seed.part()
  const [first, second] = [
    await seed.paidOrder(customer, part),
    await seed.paidOrder(customer, part),
  ]
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  const row = (id: string) => rowWith(page, id.slice(-8))
  return { first, second, row }
}

/** @shows row-110, row-189 */
test('a shipment by mistake is undone in the row, in the toast and for a whole selection @translated', async ({
  page,
  customer,
  seed,
}) => {
  const { first, second, row } = await openTwoPaidOrders(page, seed, customer)

  await row(first).getByRole('button', { name: 'Pending' }).press('Enter')
  await expectToast(page, 'successfully shipping')
  await expect(row(first)).toContainText('Delivered')
  await expect(row(first).getByRole('button', { name: /^Undo shipping of order/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Shipping undone')
  await expect(row(first).getByRole('button', { name: 'Pending' })).toBeFocused()

  await row(second).getByRole('button', { name: 'Pending' }).click()
  await expectToast(page, 'successfully shipping')
  await toastUndo(page).press('Enter')
  await expectToast(page, 'Shipping undone')
  await expect(row(second).getByRole('button', { name: 'Pending' })).toBeVisible()

  for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all()) {
    await box.check()
  }
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Mark as shipped' }).click()
  await confirm(page, 'Mark as shipped')
  await expectToast(page, 'successfully shipping')
  await expect(page.getByText('Delivered')).toHaveCount(2)
  await toastUndo(page).click()
  await expectToast(page, 'Shipping undone')
  await expect(page.getByRole('button', { name: 'Pending' })).toHaveCount(2)

  await page.getByRole('button', { name: `${first.slice(-8)} details` }).click()
  const history = page.getByRole('dialog').getByRole('listitem')
  await expect(history).toHaveText([/^Placed/, /^Paid/, /^Shipment: undone/, /^Shipment: undone/])
  await page.keyboard.press('Escape')
})

/** @shows row-110 */
test('a shipment can be undone for as long as the shop says, in the row and in the toast', async ({
  page,
  customer,
  seed,
}) => {
  await answerShipments(page, { undoSeconds: 20 * 60 })
  await page.clock.install()
  const { first, second, row } = await openTwoPaidOrders(page, seed, customer)
  const undoOf = (id: string) => row(id).getByRole('button', { name: /^Undo/ })

  await row(first).getByRole('button', { name: 'Pending' }).click()
  await expectToast(page, 'successfully shipping')
  await expect(undoOf(first)).toBeVisible()
  const toast = page.locator('.toasts')
  await expect(toast).toContainText(`Order ${first.slice(-8)}, 20 min left`)
  await page.clock.fastForward('19:00')
  await expect(toast).toContainText(/, (60|5\d) s left/)
  await page.clock.fastForward('01:00')
  await expect(undoOf(first)).toBeHidden()
  await expect(toastUndo(page)).toBeHidden()
  await expect(row(first)).toContainText('Delivered')
  await row(second).getByRole('button', { name: 'Pending' }).click()
  await expect(toastUndo(page)).toBeVisible()
  await page.clock.fastForward('15:00')
  await undoOf(second).click()
  await expect(toastUndo(page)).toBeHidden()
  await row(second).getByRole('button', { name: 'Pending' }).click()
  await expect(toastUndo(page)).toBeVisible()
  // The time of the first toast is over, that of the second one is not.
  await page.clock.fastForward('06:00')
  await expect(toastUndo(page)).toBeVisible()
  await expectAccessible(page, 'a shipment that can be undone')
})

/** Answers like a shop with a longer time to undo a shipment; a list that is read again agrees. */
async function answerShipments(page: Page, { undoSeconds }: { undoSeconds: number }) {
  const shipped = new Set<string>()
  await page.route('**/api/order/shipping/*', (route) => {
    const id = route.request().url().split('/').at(-1) ?? ''
    if (route.request().method() === 'DELETE') shipped.delete(id)
    else shipped.add(id)
    return route.fulfill({ json: { modifiedCount: 1, undoSeconds } })
  })
  await page.route(/\/api\/order\?/, async (route) => {
    const response = await route.fetch()
    const orders = (await response.json()) as { _id: string }[]
    const json = orders.map((order) =>
      shipped.has(order._id) ? { ...order, status: 'shipped', shipping: true } : order,
    )
    await route.fulfill({ response, json })
  })
}

/** @shows row-111 */
test('an order without a delivery address is shipped only after a question', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const unknown = await seed.paidOrderWithoutAddress(customer, part)
  const known = await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  const row = (id: string) => rowWith(page, id.slice(-8))
  await expect(row(unknown)).toContainText('No delivery address')

  for (const box of await page.getByRole('checkbox', { name: /^Select order/ }).all()) {
    await box.check()
  }
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Mark as shipped' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`No delivery address: ${unknown.slice(-8)}`)
  await expect(dialog.getByRole('heading', { name: 'Mark 1 order as shipped?' })).toBeVisible()
  await expectAccessible(page, 'a selection with an order without an address')
  await confirm(page, 'Mark as shipped')
  await expectToast(page, 'successfully shipping')
  await expect(row(known)).toContainText('Delivered')
  await expect(bar).toContainText('1 selected')

  await row(unknown).getByRole('button', { name: 'Pending' }).click()
  await expect(dialog).toContainText('has no delivery address')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(unknown).getByRole('button', { name: 'Pending' })).toBeVisible()

  await page.getByRole('button', { name: `${unknown.slice(-8)} details` }).click()
  await page.getByRole('button', { name: 'Save and mark as shipped' }).click()
  await expect(dialog).toContainText('has no delivery address')
  await confirm(page, 'Mark as shipped')
  await expectToast(page, 'successfully shipping')
  await expect(row(unknown)).toContainText('Delivered')
})

/** @shows row-112 */
test('the carrier’s link is on the order, on its packing slip and in My Order', async ({
  page,
  customer,
  seed,
}) => {
  const order = await seed.paidOrder(customer, await seed.part())
  const code = order.slice(-8)
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${code}`)
  await page.getByRole('button', { name: `${code} details` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tracking number').fill('1Z 999/')
  await dialog.getByRole('button', { name: 'Save and mark as shipped' }).click()
  await expect(dialog.getByText('Only letters, digits and dashes')).toBeVisible()
  await expectAccessible(page, 'a wrong tracking number')
  await dialog.getByLabel('Tracking number').fill('1Z 999')
  await dialog.getByLabel('Carrier').selectOption('UPS')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save and mark as shipped' }).click()
  await expectToast(page, 'successfully shipping')
  await expect(rowWith(page, code)).toContainText('Delivered')

  const link = page.getByRole('link', { name: 'UPS 1Z999' })
  await page.goto(`/dashboard/packingSlip/${order}`)
  await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999')
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999')
})
