import type { Page } from '@playwright/test'
import type { Part, Person } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { fillCart } from '../support/carts.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { orderedUnits, placedHeading, quantityOf } from '../support/placing.ts'
import { checkList, partsInput } from '../support/quick-order.ts'
import { cutAnswers, failCalls, mainOf } from '../support/steps.ts'

const button = (page: Page, name: string | RegExp) =>
  mainOf(page).getByRole('button', { name, exact: typeof name === 'string' })

/** Orders a cart of 60 units, and cuts the answer. */
async function orderCartWithLostAnswer(page: Page, customer: Person, part: Part) {
  await fillCart(customer, [part, 60])
  await signIn(page, customer)
  await page.goto('/cart')
  await expect(quantityOf(page, part)).toHaveValue('60')
  await cutAnswers(page, '**/api/quickOrder/place')
  await button(page, 'Place order').click()
}

/** Orders on the order page and loses the answer. */
async function orderWithLostAnswer(page: Page, customer: Person, part: Part) {
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  await mainOf(page).getByRole('spinbutton').fill('60')
  await button(page, 'Calculate Amount').click()
  await cutAnswers(page, '**/api/order')
  await button(page, 'Order Now').click()
}

/** @shows row-192, P5 */
test('after a lost answer the cart is placed once, also when the rest of the stock would not do @phone', async ({
  page,
  customer,
  seed,
}) => {
  const lamp = await seed.part({ quantity: 100 })
  await orderCartWithLostAnswer(page, customer, lamp)
  await expect(mainOf(page).getByRole('alert')).toContainText('Trying again won’t place it twice.')
  await expect(mainOf(page)).not.toContainText('Only 40 in stock')
  await expect(quantityOf(page, lamp)).toHaveValue('60')

  await failCalls(page, '**/api/quickOrder/place', 503)
  await button(page, 'Place order').click()
  await page.reload()
  await expect(mainOf(page)).toContainText('We don’t know yet whether your order of 1 part')
  await expect(quantityOf(page, lamp)).toHaveValue('60')
  // Not while the page loads: a request that the route holds then would never end.
  await page.unroute('**/api/quickOrder/place')
  // The header covers a part of a field otherwise: the reload keeps the place on the page.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, 'a cart whose order may have been placed')
  await button(page, 'Place order').click()
  await expect(placedHeading(page)).toBeFocused()
  await expect(quantityOf(page, lamp)).toHaveCount(0)
  expect(await orderedUnits(customer)).toEqual([60])
  expect(await seed.unitsLeft(lamp)).toBe(40)
})

/** @shows row-192, P5 */
test('after a lost answer a changed cart is not ordered before the outcome is known', async ({
  page,
  customer,
  seed,
}) => {
  const lamp = await seed.part({ quantity: 100 })
  await orderCartWithLostAnswer(page, customer, lamp)
  await expect(mainOf(page).getByRole('alert')).toBeVisible()
  await quantityOf(page, lamp).fill('40')
  await expect(placedHeading(page)).toBeFocused()
  await expect(quantityOf(page, lamp)).toHaveCount(0)
  expect(await orderedUnits(customer)).toEqual([60])
})

/** @shows row-192, P5 */
test('after a lost answer the order page places its order once, also after a reload and at its end of stock', async ({
  page,
  customer,
  seed,
}) => {
  const lamp = await seed.part({ quantity: 60 })
  await orderWithLostAnswer(page, customer, lamp)
  await expect(mainOf(page).getByRole('alert')).toContainText('Trying again won’t place it twice.')
  await expect(button(page, 'Order Now')).not.toHaveAttribute('aria-disabled')
  await page.reload()
  await expect(mainOf(page).getByRole('spinbutton')).toHaveValue('60')
  await expect(button(page, 'Order Now')).not.toHaveAttribute('aria-disabled')
  await button(page, 'Order Now').click()
  await expect(placedHeading(page)).toBeFocused()
  expect(await orderedUnits(customer)).toEqual([60])
})

/** @shows row-192, P5 */
test('after a lost answer another quantity is not ordered before the outcome is known', async ({
  page,
  customer,
  seed,
}) => {
  const lamp = await seed.part({ quantity: 100 })
  await orderWithLostAnswer(page, customer, lamp)
  await expect(mainOf(page).getByRole('alert')).toBeVisible()
  await mainOf(page).getByRole('spinbutton').fill('40')
  await button(page, 'Calculate Amount').click()
  await button(page, 'Order Now').click()
  await expect(mainOf(page).getByRole('alert')).toContainText('was placed after all')
  expect(await orderedUnits(customer)).toEqual([60])
  await button(page, 'Order Now').click()
  await expect(page.getByRole('heading', { name: 'Order placed: 40 ×' })).toBeVisible()
  expect(await orderedUnits(customer)).toEqual([40, 60])
})

/** @shows row-192, P5 */
test('after a lost answer a quick order is placed once, also when its list is checked again', async ({
  page,
  customer,
  seed,
}) => {
  const [lamp, panel] = [await seed.part({ quantity: 100 }), await seed.part({ quantity: 100 })]
  await signIn(page, customer)
  await page.goto('/quick-order')
  await mainOf(page).getByLabel('Parts and quantities').fill(`${lamp.name},60\n${panel.name},60`)
  await button(page, 'Check list').click()
  await cutAnswers(page, '**/api/quickOrder/place')
  await button(page, 'Place as one order').click()
  await expect(mainOf(page).getByRole('alert')).toContainText('Trying again won’t place it twice.')
  await page.reload()
  await expect(mainOf(page)).toContainText('We don’t know yet whether your order of')
  await button(page, 'Check list').click()
  await expect(placedHeading(page)).toBeVisible()
  await expect(mainOf(page).getByLabel('Parts and quantities')).toHaveValue('')
  expect(await orderedUnits(customer)).toEqual([120])
})

/** @shows row-192, P5 */
test('after a lost answer a quick order repeats its request, and its lines leave the list', async ({
  page,
  customer,
  seed,
}) => {
  const lamp = await seed.part({ quantity: 100 })
  await signIn(page, customer)
  await checkList(page, `${lamp.name},60\nNo such part,20`)
  await mainOf(page).getByLabel('Your order number').fill('PO-7')
  await cutAnswers(page, '**/api/quickOrder/place')
  await button(page, 'Place order').click()
  await expect(mainOf(page).getByRole('alert')).toBeVisible()
  await page.reload()
  await button(page, 'Try again').click()
  await expect(placedHeading(page)).toBeVisible()
  await expect(partsInput(page)).toHaveValue('No such part,20')
  await page.reload()
  await expect(partsInput(page)).toHaveValue('No such part,20')
  expect(await orderedUnits(customer)).toEqual([60])
})
