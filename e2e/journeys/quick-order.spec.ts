import type { Page } from '@playwright/test'
import type { Person } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import type { Seed } from '../support/seed.ts'
import { expect, fillCard, fillLogin, waitForHydration, signIn, test } from '../support/fixtures.ts'
import { checkList, partsInput } from '../support/quick-order.ts'
import { delayCalls, mainOf, rowWith } from '../support/steps.ts'

const button = (page: Page, name: string | RegExp) => mainOf(page).getByRole('button', { name })

/** Checks a list of two parts with all units of each. */
async function checkTwo(page: Page, customer: Person, seed: Seed) {
  const [lamp, panel] = [await seed.part({ quantity: 40 }), await seed.part({ quantity: 40 })]
  await signIn(page, customer)
  await checkList(page, `${lamp.name},40\n${panel.name},40`)
  await expect(page.getByRole('heading', { name: '2 of 2 parts available' })).toBeFocused()
  return { lamp, panel }
}

/** @shows row-82, row-105, row-189 */
test('each part of a list is ordered and paid on its own @translated', async ({
  page,
  customer,
  seed,
}) => {
  const [lamp, panel] = [await seed.part({ quantity: 60 }), await seed.part({ price: 95 })]
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await mainOf(page).getByRole('link', { name: 'Quick order' }).first().click()
  await expect(page).toHaveTitle('Quick Order-Auto Parts')
  // The new page moves the focus, and typed text would follow it.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await partsInput(page).fill(`${lamp.name} 40\nNo such part, 20\n${panel.name};10`)
  await button(page, 'Check list').click()
  await expect(page.getByRole('heading', { name: '2 of 3 parts available' })).toBeFocused()
  await expect(mainOf(page)).toContainText('No part has the number or name “No such part”')
  await expect(rowWith(page, 'No such part').locator('img')).toHaveCount(0)
  await expect(mainOf(page)).toContainText('paid and shipped on its own: $3,670.00 in all')

  await button(page, 'Place 2 orders').click()
  await expect(page.getByRole('heading', { name: '2 orders placed' })).toBeFocused()
  await expect(mainOf(page).getByText(/Reserved for you until .*\d\d:\d\d/)).toBeVisible()
  await expect(partsInput(page)).toHaveValue('No such part, 20')
  await expectAccessible(page, 'a list that was ordered')
  expect(await seed.unitsLeft(lamp)).toBe(20)

  await page.getByRole('link', { name: 'Pay for these orders' }).click()
  for (const [name, isLast] of [
    [lamp.name, false],
    [panel.name, true],
  ] as const) {
    await expect(mainOf(page).getByText(name)).toBeVisible()
    await expect(mainOf(page)).toContainText(/Reserved until .*\d\d:\d\d/)
    await fillCard(page, '4242424242424242')
    await button(page, /^Pay \$/).click()
    await expect(page.getByRole('heading', { name: /^Your Payment is/ })).toBeVisible()
    const next = mainOf(page).getByRole('link', { name: /^Pay next order/ })
    if (isLast) await expect(next).toHaveCount(0)
    else await next.click()
  }
})

/** @shows row-82 */
test('a lost response does not order twice', async ({ page, customer, seed }) => {
  const { lamp, panel } = await checkTwo(page, customer, seed)
  // The order is placed and its response is lost.
  await page.route('**/api/quickOrder/place', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Place 2 orders').click()
  await expect(mainOf(page)).toContainText('Trying again won’t place it twice.')
  await expect(partsInput(page)).toHaveValue(`${lamp.name},40\n${panel.name},40`)
  expect(await seed.unitsLeft(lamp)).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })

  await button(page, 'Place 2 orders').click()
  await expect(page.getByRole('heading', { name: '2 orders placed' })).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expect(page.locator('.order-row')).toHaveCount(2)

  await checkList(page, `${lamp.name},40`)
  await expect(mainOf(page)).toContainText('Out of stock')
  await expect(button(page, /^Place/)).toHaveCount(0)
})

/** @shows row-82 */
test('lines typed while a list is checked stay, and none are taken while it is placed', async ({
  page,
  customer,
  seed,
}) => {
  const { lamp, panel } = await checkTwo(page, customer, seed)
  const lines = `${lamp.name},20\n${panel.name},20`
  await partsInput(page).fill(lines)
  const check = await delayCalls(page, '**/api/quickOrder/check')
  await button(page, 'Check list').click()
  await check.arrived
  await partsInput(page).press('ControlOrMeta+End')
  await partsInput(page).pressSequentially('\nNo such part 5')
  check.release()
  await expect(mainOf(page)).toContainText('The list has changed in the meantime. Check it again.')
  await expect(partsInput(page)).toHaveValue(`${lines}\nNo such part 5`)
  await expect(partsInput(page)).toBeFocused()
  await button(page, 'Check list').click()
  await expect(page.getByRole('heading', { name: '2 of 3 parts available' })).toBeFocused()

  const place = await delayCalls(page, '**/api/quickOrder/place')
  await button(page, 'Place as one order').click()
  await place.arrived
  await partsInput(page).pressSequentially('AP-1 10')
  await page.getByLabel(`Quantity of ${lamp.name}`).click({ force: true })
  await page.keyboard.type('9')
  place.release()
  await expect(page.getByRole('heading', { name: '1 order placed' })).toBeFocused()
  await expect(partsInput(page)).toHaveValue('No such part 5')
  await expect(partsInput(page)).toBeEditable()
  await expect(page.getByRole('row', { name: lamp.name })).toHaveCount(0)
  expect(await seed.unitsLeft(lamp)).toBe(20)
})

/** @shows row-82 */
test('the heading of placed orders is focused once', async ({ page, customer, seed }) => {
  const { panel } = await checkTwo(page, customer, seed)
  await page.route('**/api/quickOrder/place', (route) =>
    route.request().postDataJSON().lines[0].product === panel.id ? route.abort() : route.continue(),
  )
  await button(page, 'Place 2 orders').click()
  await expect(page.getByRole('heading', { name: '1 order placed' })).toBeFocused()
  await button(page, 'Place order').click()
  await expect(mainOf(page)).toContainText('Trying again won’t place it twice.')
  await expect(button(page, 'Place order')).toBeFocused()
  await page.unrouteAll({ behavior: 'wait' })
})

/** @shows row-82 */
test('a list from a file survives a reload and is checked', async ({ page, customer, seed }) => {
  const part = await seed.part()
  await signIn(page, customer)
  await page.goto('/quick-order')
  await button(page, 'Check list').click()
  await expect(mainOf(page).getByRole('alert')).toHaveText('The list is empty')
  await expectAccessible(page, 'a list that is empty')
  const choose = mainOf(page).locator('input[type=file]')
  await choose.setInputFiles({
    name: 'list.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
  })
  await expect(mainOf(page).getByRole('alert')).toContainText('Save the list as CSV')
  const csv = `Part number;Quantity\r\n${part.name};20\r\n${part.name};5\r\n`
  await choose.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(partsInput(page)).toHaveValue(/Part number;Quantity/)
  await page.reload()
  await expect(partsInput(page)).toHaveValue(/Part number;Quantity/)
  await button(page, 'Check list').click()
  await expect(mainOf(page)).toContainText('Lines 2 and 3, added up')
  await expect(mainOf(page)).toContainText('25 × $68.00, $1,700.00')
})

/** @shows row-82 */
test('a visitor reaches the quick order through the login', async ({ page, customer }) => {
  await page.goto('/products')
  await waitForHydration(page)
  await mainOf(page).getByRole('link', { name: 'Quick order' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await fillLogin(page, customer)
  await expect(page.getByRole('heading', { name: 'Quick Order' })).toBeVisible()
})
