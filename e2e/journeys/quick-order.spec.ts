import type { Page } from '@playwright/test'
import type { Person } from '../support/api.ts'
import { expectNoFaults } from '../support/axe.ts'
import type { Shelf } from '../support/shelf.ts'
import { expect, fillCard, fillLogin, hydrated, signIn, test } from '../support/shop.ts'
import { mainOf } from '../support/steps.ts'

const list = (page: Page) => mainOf(page).getByLabel('Parts and quantities')
const button = (page: Page, name: string | RegExp) => mainOf(page).getByRole('button', { name })

async function check(page: Page, text: string) {
  await page.goto('/quick-order')
  await list(page).fill(text)
  await button(page, 'Check list').click()
}

/** A list of two parts, of each all that there is. */
async function checkTwo(page: Page, customer: Person, shelf: Shelf) {
  const [lamp, panel] = [await shelf.stock({ quantity: 40 }), await shelf.stock({ quantity: 40 })]
  await signIn(page, customer)
  await check(page, `${lamp.name},40\n${panel.name},40`)
  return { lamp, panel }
}

/** @shows row-82 */
test('a list of parts is checked, ordered in one go, and paid one order after the other', async ({
  page,
  customer,
  shelf,
}) => {
  const [lamp, panel] = [await shelf.stock({ quantity: 60 }), await shelf.stock({ price: 95 })]
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await mainOf(page).getByRole('link', { name: 'Quick order' }).first().click()
  await expect(page).toHaveTitle('Quick Order-Auto Parts')
  // The new page takes the focus once, and text goes where the focus is.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await list(page).fill(`${lamp.name} 40\nNo such part, 20\n${panel.name};10`)
  await button(page, 'Check list').click()
  await expect(page.getByRole('heading', { name: '2 of 3 parts can be ordered' })).toBeFocused()
  await expect(mainOf(page)).toContainText('No part has the number or name “No such part”')
  await expect(mainOf(page)).toContainText('2 orders, $3670.00 in all')
  await expectNoFaults(page, 'a list that was checked')

  await button(page, 'Place 2 orders').click()
  await expect(page.getByRole('heading', { name: '2 orders are placed' })).toBeFocused()
  await expect(list(page)).toHaveValue('No such part, 20')
  await expectNoFaults(page, 'a list that was ordered')
  expect(await shelf.unitsLeft(lamp)).toBe(20)

  await page.getByRole('link', { name: 'Pay one after the other' }).click()
  for (const [name, isLast] of [
    [lamp.name, false],
    [panel.name, true],
  ] as const) {
    await expect(mainOf(page).getByText(name)).toBeVisible()
    await expect(mainOf(page)).toContainText(/Reserved until .*\d\d:\d\d/)
    await fillCard(page, '4242424242424242')
    await button(page, /^Pay \$/).click()
    await expect(page.getByRole('heading', { name: /^Your Payment is/ })).toBeVisible()
    const next = mainOf(page).getByRole('link', { name: /^Pay the next/ })
    if (isLast) await expect(next).toHaveCount(0)
    else await next.click()
  }
})

/** @shows row-82 */
test('an answer that was lost does not order twice, and what fails says why and stays in the list', async ({
  page,
  customer,
  shelf,
}) => {
  const { lamp, panel } = await checkTwo(page, customer, shelf)
  // The order arrives and its answer does not.
  await page.route('**/api/order', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Place 2 orders').click()
  await expect(mainOf(page)).toContainText('Trying again does not order twice.')
  await expect(list(page)).toHaveValue(`${lamp.name},40\n${panel.name},40`)
  expect(await shelf.unitsLeft(lamp)).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })

  await button(page, 'Place 2 orders').click()
  await expect(page.getByRole('heading', { name: '2 orders are placed' })).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expect(page.locator('.order-row')).toHaveCount(2)

  await check(page, `${lamp.name},40`)
  await expect(mainOf(page)).toContainText('Too few units are left to be ordered')
  await expect(button(page, /^Place/)).toHaveCount(0)
})

/** @shows row-82 */
test('placed orders take the focus once, not again when no more are placed', async ({
  page,
  customer,
  shelf,
}) => {
  const { panel } = await checkTwo(page, customer, shelf)
  await page.route('**/api/order', (route) =>
    route.request().postDataJSON().name === panel.name ? route.abort() : route.continue(),
  )
  await button(page, 'Place 2 orders').click()
  await expect(page.getByRole('heading', { name: '1 order is placed' })).toBeFocused()
  await button(page, 'Place 1 order').click()
  await expect(page.getByRole('heading', { name: '1 of 1 part can be ordered' })).toBeFocused()
  await expect(mainOf(page)).toContainText('Trying again does not order twice.')
  await page.unrouteAll({ behavior: 'wait' })
})

/** @shows row-82 */
test('a list comes from a file, survives a reload, and what is wrong with it is said', async ({
  page,
  customer,
  shelf,
}) => {
  const part = await shelf.stock()
  await signIn(page, customer)
  await page.goto('/quick-order')
  await button(page, 'Check list').click()
  await expect(mainOf(page).getByRole('alert')).toHaveText('The list is empty')
  await expectNoFaults(page, 'a list that is empty')
  const choose = mainOf(page).locator('input[type=file]')
  await choose.setInputFiles({
    name: 'list.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
  })
  await expect(mainOf(page).getByRole('alert')).toContainText('Save the list as CSV')
  const csv = `Part number;Quantity\r\n${part.name};20\r\n${part.name};5\r\n`
  await choose.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(list(page)).toHaveValue(/Part number;Quantity/)
  await page.reload()
  await expect(list(page)).toHaveValue(/Part number;Quantity/)
  await button(page, 'Check list').click()
  await expect(mainOf(page)).toContainText('Lines 2 and 3, added up')
  await expect(mainOf(page)).toContainText('1 order, $1700.00 in all')
})

/** @shows row-82 */
test('a visitor comes from the products to the quick order by way of the login', async ({
  page,
  customer,
}) => {
  await page.goto('/products')
  await hydrated(page)
  await mainOf(page).getByRole('link', { name: 'Quick order' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await fillLogin(page, customer)
  await expect(page.getByRole('heading', { name: 'Quick Order' })).toBeVisible()
})
