import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillCard, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { mainOf, rowWith } from '../support/steps.ts'
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

  await scan(page, 'no such number')
  await expect(mainOf(page)).toContainText('No part has the number “no such number”')
  await expect(field(page)).toHaveValue('no such number')
  await scan(page, `${number} B`)
  await expect(mainOf(page)).toContainText(`${sold.name} is sold out`)
  await scan(page, '  ')
  await expect(mainOf(page)).toContainText('Type a part number')

  await scan(page, shared)
  await expect(mainOf(page)).toContainText(`“${shared}” is the number of 2 parts. Choose one.`)
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
