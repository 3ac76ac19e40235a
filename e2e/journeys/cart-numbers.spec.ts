import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillCard, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { delayCalls, mainOf, rowWith } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

const oem = (number: string, brand = 'Volkswagen') => ({ kind: 'oem', brand, number }) as const

/** A number that no other test has. */
const newNumber = () => `7H0 ${randomInt(100, 999)} ${randomInt(100_000, 999_999)}`

const field = (page: Page) => mainOf(page).getByLabel('Add by part number')

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

/** Types a number as a scanner does. */
async function scan(page: Page, number: string) {
  await field(page).fill(number)
  await field(page).press('Enter')
}

/** @shows row-187, row-188 */
test('a cart takes any number of a part, which stays with the line up to the invoice @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [number, shared, partNumber] = [newNumber(), newNumber(), newNumber()]
  const [left, right] = [await seed.part({ partNumber }), await seed.part({ price: 70 })]
  const sold = await seed.part({ partNumber: newNumber(), quantity: 0 })
  await seed.numbers(left, [oem(number), oem(shared)])
  await seed.numbers(right, [oem(shared, 'Seat')])
  await seed.numbers(sold, [oem(`${number} B`)])

  await page.goto('/cart')
  await waitForHydration(page)
  await scan(page, number.toLowerCase().replaceAll(' ', '.'))
  await expectToast(page, `Added to cart: 10 × ${left.name}`, 'status')
  await expect(mainOf(page)).toContainText(`${left.name} is in the cart. OEM number ${number}`)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await expectAccessible(page, 'a part that was added to the cart by its number')

  await field(page).fill('no such number')
  await mainOf(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(field(page)).toBeFocused()
  await expect(mainOf(page)).toContainText('No part has the number “no such number”')
  await expect(field(page)).toHaveValue('no such number')
  await scan(page, `${number} B`)
  await expect(mainOf(page)).toContainText(`${sold.name} is sold out`)
  await scan(page, '  ')
  await expect(mainOf(page)).toContainText('Type a part number')

  await scan(page, shared)
  await expect(mainOf(page)).toContainText(`2 parts have the number “${shared}”. Choose one.`)
  await expectAccessible(page, 'a number of two parts in the cart')
  await mainOf(page)
    .getByRole('list', { name: `Parts with the number ${shared}` })
    .getByRole('button', { name: right.name })
    .click()
  await expect(field(page)).toBeFocused()
  await expect(rowWith(page, right.name)).toContainText(`Your number: ${shared}`)

  // The cart of the browser joins that of the account.
  await signIn(page, customer)
  await page.goto('/cart')
  await expect(rowWith(page, left.name)).toContainText(`Your number: ${number}`)
  await mainOf(page)
    .getByRole('button', { name: `Remove ${right.name}` })
    .click()
  await expect(cartLink(page)).toHaveText('Cart1 part')
  await mainOf(page)
    .getByRole('button', { name: `Undo: ${right.name}` })
    .click()
  await expect(rowWith(page, right.name)).toContainText(`Your number: ${shared}`)
  // The shop has stored it.
  await expect(cartLink(page)).toHaveText('Cart2 parts')
  await page.reload()
  await expect(rowWith(page, right.name)).toContainText(`Your number: ${shared}`)
  await scan(page, partNumber)
  await expect(page.getByLabel(`Quantity of ${left.name}`)).toHaveValue('20')

  await mainOf(page).getByRole('button', { name: 'Place order' }).click()
  await mainOf(page).getByRole('link', { name: 'Pay now' }).click()
  await fillCard(page, '4242424242424242')
  await mainOf(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Your Payment is/ })).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await mainOf(page).getByRole('link', { name: 'Invoice' }).click()
  // My Order names the numbers as well.
  await expect(page).toHaveURL(/invoice/i)
  for (const ordered of [number, shared]) {
    await expect(mainOf(page)).toContainText(`Ordered as ${ordered}`)
  }
  await expectAccessible(page, 'an invoice with the numbers that were ordered')

  const order = page.url().split('/').at(-1) ?? ''
  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, seed.admin)
  await admin.goto(`/dashboard/packingSlip/${order}`)
  await expect(mainOf(admin)).toContainText(`Ordered as ${number}`)
  await admin.context().close()
})

/** @shows row-187 */
test('numbers that a scanner sends faster than the shop answers are all added or named', async ({
  page,
  seed,
}) => {
  const numbers = [newNumber(), newNumber(), newNumber()]
  const parts = []
  for (const partNumber of numbers) parts.push(await seed.part({ partNumber }))
  const [unknown, shared] = [newNumber(), newNumber()]
  for (const part of parts.slice(0, 2)) await seed.numbers(part, [oem(shared)])
  await page.goto('/cart')
  await waitForHydration(page)
  const { arrived, release } = await delayCalls(page, '**/api/products/lookup')
  const codes = [numbers[0], unknown, numbers[1], shared, numbers[2]] as string[]
  for (const code of codes) {
    await field(page).pressSequentially(code)
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('')
  }
  await arrived
  await expect(mainOf(page)).toContainText(`Looking up ${codes.join(', ')}`)
  // The start of the next scan is not overwritten by the answers.
  await field(page).pressSequentially('7H0')
  release()
  // Parts to choose from are list items as well.
  const cart = mainOf(page).getByRole('list', { name: 'Parts in the cart' })
  for (const part of parts) await expect(cart).toContainText(part.name)
  await expect(mainOf(page)).toContainText(`No part has the number “${unknown}”`)
  await expect(mainOf(page)).toContainText(`2 parts have the number “${shared}”. Choose one.`)
  await expect(field(page)).toHaveValue('7H0')
  await expectAccessible(page, 'numbers that were scanned, of which one is unknown')
  await mainOf(page)
    .getByRole('button', { name: `Remove ${unknown}` })
    .click()
  await expect(mainOf(page)).not.toContainText('No part has the number')

  // The next scan takes the place of an unknown number.
  await scan(page, unknown)
  await expect(field(page)).toHaveValue(unknown)
  await page.keyboard.type(numbers[0] ?? '')
  await expect(field(page)).toHaveValue(numbers[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Quantity of ${parts[0]?.name}`)).toHaveValue('20')
  await expect(mainOf(page)).toContainText(`No part has the number “${unknown}”`)
})
