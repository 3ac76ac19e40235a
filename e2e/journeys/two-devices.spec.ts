import type { Locator, Page } from '@playwright/test'
import type { Person } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { fillCart, removeFromCart } from '../support/carts.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { keepCar } from '../support/garage.ts'
import { orderedUnits, placedHeading, quantityOf } from '../support/placing.ts'
import { checkList } from '../support/quick-order.ts'
import type { Seed } from '../support/seed.ts'
import { confirm, mainOf } from '../support/steps.ts'

const button = (page: Page, name: string | RegExp) =>
  mainOf(page).getByRole('button', { name, exact: typeof name === 'string' })

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { y: NaN, height: NaN }
const topOf = async (locator: Locator) => (await boxOf(locator)).y
async function bottomOf(locator: Locator) {
  const { y, height } = await boxOf(locator)
  return y + height
}

interface Form {
  open: (page: Page) => Promise<void>
  /** The button that places the order. */
  place: string
}

const lampAndPanel = async (seed: Seed) =>
  [await seed.part(), await seed.part({ price: 9 })] as const

/** Opens a form of thirty units on two devices and places it on the second, then on the first. */
async function orderOnBoth(devices: [Page, Page], customer: Person, { open, place }: Form) {
  for (const one of devices) {
    await signIn(one, customer)
    await open(one)
    await expect(button(one, place)).toBeEnabled()
  }
  const [page, other] = devices
  await button(other, place).click()
  await expect(placedHeading(other)).toBeFocused()
  await other.context().close()
  await button(page, place).click()
  await expect(mainOf(page).getByRole('alert')).toBeFocused()
}

/** Answers the question about them, which has placed nothing. */
async function orderAgain(page: Page, customer: Person) {
  expect(await orderedUnits(customer)).toEqual([30])
  const notice = mainOf(page).getByRole('alert')
  await notice.getByRole('button', { name: 'Order again for $1,450.00' }).click()
  await expect(placedHeading(page)).toBeFocused()
  await expect(notice).toHaveCount(0)
  expect(await orderedUnits(customer)).toEqual([30, 30])
}

/** @shows row-191 */
test('a list that is checked on two devices is ordered once, and again on request only @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [lamp, panel] = await lampAndPanel(seed)
  const list = `${lamp.name},20\n${panel.name},10`
  await orderOnBoth([page, await browser.newPage()], customer, {
    open: (one) => checkList(one, list),
    place: 'Place as one order',
  })
  const notice = mainOf(page).getByRole('alert')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('These parts were ordered a moment ago by your account')
  await expect(notice.getByRole('link', { name: /^Order [0-9a-f]{8}$/ })).toBeVisible()
  await expect(notice).toContainText(': 30 units for $1,450.00, ')
  await expect.poll(() => bottomOf(notice)).toBeLessThan(await topOf(button(page, /^Place as/)))
  await expectAccessible(page, 'a list that another device has ordered')
  await orderAgain(page, customer)
})

/** @shows row-191 */
test('a list with one more part than another device has ordered says how many were ordered', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [lamp, panel, more] = [await seed.part(), await seed.part({ price: 9 }), await seed.part()]
  const list = `${lamp.name},20\n${panel.name},10`
  await orderOnBoth([page, await browser.newPage()], customer, {
    open: async (one) => {
      await checkList(one, one === page ? `${list}\n${more.name},10` : list)
      if (one !== page) await mainOf(one).getByLabel('Your order number').fill('PO-7')
    },
    place: 'Place as one order',
  })
  const notice = mainOf(page).getByRole('alert')
  await expect(notice).toContainText('2 of these 3 parts were ordered a moment ago by your account')
  await expect(notice).toContainText(', your order number PO-7: 30 units for')
  await notice.getByRole('button', { name: /^Order all 3 parts for \$/ }).click()
  await expect(placedHeading(page)).toBeFocused()
  expect(await orderedUnits(customer)).toEqual([40, 30])
})

/** @shows row-191, P5 */
test('before an order for each part of a list that another device has ordered, it is asked once', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [lamp, panel] = await lampAndPanel(seed)
  await orderOnBoth([page, await browser.newPage()], customer, {
    open: (one) => checkList(one, `${lamp.name},20\n${panel.name},10`),
    place: 'Place as one order',
  })
  await button(page, 'Place 2 orders').click()
  const nevertheless = mainOf(page).getByRole('alert').getByRole('button')
  await expect(nevertheless).toHaveText(/^Place 2 orders for \$/)
  expect(await orderedUnits(customer)).toEqual([30])
  await nevertheless.click()
  await expect(page.getByRole('heading', { name: '2 orders placed' })).toBeFocused()
  expect(await orderedUnits(customer)).toEqual([10, 20, 30])
})

/** @shows row-191 */
test('a cart that is open on two devices is ordered once, and again on request only @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [lamp, panel] = await lampAndPanel(seed)
  await fillCart(customer, [lamp, 20], [panel, 10])
  await orderOnBoth([page, await browser.newPage()], customer, {
    open: async (one) => {
      await one.goto('/cart')
      await expect(quantityOf(one, lamp)).toHaveValue('20')
    },
    place: 'Place order',
  })
  const notice = mainOf(page).getByRole('alert')
  await expect(notice).toContainText('These parts were ordered a moment ago from another device.')
  await expect(notice.getByRole('link', { name: /^Order [0-9a-f]{8}$/ })).toBeVisible()
  await expect(notice).toContainText(': 30 units for $1,450.00, ')
  await expect(mainOf(page)).toContainText('Your cart is empty')
  await expectAccessible(page, 'a cart that another device has ordered')
  await orderAgain(page, customer)
})

/** @shows row-149, row-191 */
test('before parts are ordered again, those that do not fit a car chosen meanwhile are named', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [lamp, panel] = await lampAndPanel(seed)
  const make = await seed.fits(lamp, [{ model: 'Golf', from: 2010, to: 2014 }])
  const question = page.getByRole('alertdialog', { name: 'Does it fit?' })
  const expectQuestion = async (year: number) => {
    await keepCar(page, make, 'Golf', year)
    await button(page, /^Order again for/).click()
    await expect(question).toContainText(lamp.name)
    await confirm(page, 'Go back')
    await expect(question).toHaveCount(0)
  }
  await orderOnBoth([page, await browser.newPage()], customer, {
    open: (one) => checkList(one, `${lamp.name},20\n${panel.name},10`),
    place: 'Place as one order',
  })
  await expectQuestion(2020)
  expect(await orderedUnits(customer)).toEqual([30])

  await page.evaluate(() => localStorage.removeItem('garage'))
  await fillCart(customer, [lamp, 20], [panel, 10])
  await page.goto('/cart')
  await expect(quantityOf(page, lamp)).toHaveValue('20')
  const other = await browser.newPage()
  await signIn(other, customer)
  await other.goto('/cart')
  await button(other, 'Place order').click()
  await expect(placedHeading(other)).toBeFocused()
  await other.context().close()
  await button(page, 'Place order').click()
  await expect(mainOf(page).getByRole('alert')).toBeFocused()
  await expectQuestion(2021)
  await button(page, /^Order again for/).click()
  await confirm(page, 'Order anyway')
  await expect(placedHeading(page)).toBeFocused()
  expect(await orderedUnits(customer)).toEqual([30, 30, 30])
})

/** @shows row-191 */
test('a line that another device has changed is shown before it is ordered', async ({
  page,
  customer,
  seed,
}) => {
  const [lamp, panel] = await lampAndPanel(seed)
  await fillCart(customer, [lamp, 20], [panel, 10])
  await signIn(page, customer)
  await page.goto('/cart')
  await expect(quantityOf(page, lamp)).toHaveValue('20')
  await fillCart(customer, [lamp, 15])
  await button(page, 'Place order').click()
  await expect(mainOf(page).getByRole('alert')).toContainText(
    `the cart was changed on another device. ${lamp.name} has 35 units now, 20 before.`,
  )
  await expect(quantityOf(page, lamp)).toHaveValue('35')
  expect(await orderedUnits(customer)).toEqual([])
  await button(page, 'Place order').click()
  await expect(placedHeading(page)).toBeFocused()
  expect(await orderedUnits(customer)).toEqual([45])
})

/** @shows row-191 */
test('a line that another device has removed leaves the cart with a notice', async ({
  page,
  customer,
  seed,
}) => {
  const [lamp, panel] = await lampAndPanel(seed)
  await fillCart(customer, [lamp, 20], [panel, 10])
  await signIn(page, customer)
  await page.goto('/cart')
  await expect(quantityOf(page, lamp)).toHaveValue('20')
  await removeFromCart(customer, lamp)

  await quantityOf(page, panel).fill('20')
  await quantityOf(page, panel).press('Enter')
  await expect(quantityOf(page, lamp)).toHaveCount(0)
  const notice = mainOf(page).getByRole('alert').filter({ hasText: lamp.name })
  await expect(notice).toContainText('was ordered or removed in another tab or on another device.')
  await mainOf(page)
    .getByRole('button', { name: `Remove ${panel.name}` })
    .click()
  await expect(mainOf(page).getByRole('status').filter({ hasText: panel.name })).toHaveText(
    `${panel.name} removed from the cart`,
  )
  await expect(notice).toBeVisible()
})
