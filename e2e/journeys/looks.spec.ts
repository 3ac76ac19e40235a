import type { Locator, Page } from '@playwright/test'
import { openSession } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { fillCart } from '../support/carts.ts'
import { expect, signIn, test, waitUntilLoaded } from '../support/fixtures.ts'
import { keepCarFromTheStart } from '../support/garage.ts'
import { cardOf } from '../support/prices.ts'
import { checkList } from '../support/quick-order.ts'
import { mainOf } from '../support/steps.ts'

const openAt = async (page: Page, width: number, path: string) => {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(path)
  await waitUntilLoaded(page)
}

/** @shows row-237 */
test('all orders are cards below 1024 px, and a table whose columns lie beside each other from there', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const order = await seed.paidOrder(customer, part)
  await signIn(page, seed.admin)
  const path = `/dashboard/manageAllOrders?q=${order.slice(-8)}`
  await openAt(page, 1023, path)
  await expect(mainOf(page).getByText(part.name)).toBeVisible()
  await expect(mainOf(page).getByRole('table')).toHaveCount(0)
  await openAt(page, 1024, path)
  const cells = mainOf(page).getByRole('row', { name: part.name }).locator('th, td')
  await expect(cells.first()).toBeVisible()
  const sides = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return [left, right] as const
    }),
  )
  for (const [index, [left]] of sides.entries())
    expect(left).toBeGreaterThanOrEqual(sides[index - 1]?.[1] ?? 0)
})

const amountsOf = async (block: Locator) =>
  Object.fromEntries(
    await block
      .locator('dl.amounts-left > div')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))),
  )

/** @shows row-238, row-136 */
test('every page of an order refunded in part names total, refunded and remaining amount in the same words @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const order = await seed.paidOrder(customer, part)
  const admin = await openSession(seed.admin)
  const refund = { lines: [{ product: part.id, quantity: 2 }], amount: 1.5, restock: false }
  await admin.send('POST', `/manage/orders/${order}/refunds`, refund)
  await admin.end()
  const amounts = { Total: '$680.00', Refunded: '-$137.50', Remaining: '$542.50' }

  await signIn(page, customer)
  for (const path of ['/dashboard/myOrder', `/dashboard/payment/${order}`]) {
    await page.goto(path)
    await expect(mainOf(page).getByText('Remaining')).toBeVisible()
    expect(await amountsOf(mainOf(page)), path).toEqual(amounts)
  }

  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signIn(office, seed.admin)
  await office.goto(`/dashboard/manageAllOrders?q=${order.slice(-8)}`)
  await expect(mainOf(office).getByText('Remaining')).toBeVisible()
  expect(await amountsOf(mainOf(office))).toEqual(amounts)
  await office.getByRole('button', { name: `${order.slice(-8)} details` }).click()
  const details = office.getByRole('dialog').locator('.details')
  await expect(details.getByText('Remaining')).toBeVisible()
  expect(await amountsOf(details)).toEqual(amounts)
  await office.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  const panel = office.getByRole('dialog').getByRole('region', { name: 'Refund' })
  await expect(panel.getByText('Remaining')).toBeVisible()
  expect(await amountsOf(panel)).toEqual(amounts)
  await office.context().close()
})

/** @shows row-239, row-173 */
test('cart, quick order and order name the price list of all their lines once @phone', async ({
  page,
  customer,
  seed,
}) => {
  const parts = [await seed.part(), await seed.part()] as const
  const list = await seed.priceList(customer, { percentOff: 10 })
  const reduced = parts.map((part) => ({ ...part, price: part.price * 0.9 }))
  await seed.ordersOfLines(customer, reduced)
  for (const part of reduced) await fillCart(customer, [part, 10])
  await signIn(page, customer)
  await page.goto('/cart')
  await expect(mainOf(page).getByText(`Your price: ${list}`)).toHaveCount(1)
  await checkList(page, parts.map(({ name }) => `${name}\t10`).join('\n'))
  await expect(mainOf(page).getByText(`Your price: ${list}`)).toHaveCount(1)
  await page.goto('/dashboard/myOrder')
  const order = mainOf(page).getByRole('listitem').filter({ hasText: '2 parts' }).first()
  await order.locator('summary').click()
  await expect(order.getByText(list)).toHaveCount(1)
  await expect(order.getByText('List price: $68.00')).toHaveCount(2)
})

/** @shows row-240 */
test('a part of a quick order that the shop does not know is marked itself, and near ones are offered @phone', async ({
  page,
  customer,
  seed,
}) => {
  const partNumber = `LK-${crypto.randomUUID().slice(0, 8)}-L`
  const part = await seed.part({ partNumber })
  await signIn(page, customer)
  await page.goto('/quick-order')
  await checkList(page, `${partNumber.slice(0, -1)}X\t20`)
  const typed = mainOf(page).getByLabel(/^Part number or name instead/)
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  await expect(mainOf(page).getByLabel(/^Quantity of/)).not.toHaveAttribute('aria-invalid')
  await typed.focus()
  const near = mainOf(page).getByRole('button', { name: partNumber })
  await expect(near).toBeVisible()
  await expectAccessible(page, 'parts in place of an unknown one')
  await near.click()
  await expect(mainOf(page).getByLabel(`Quantity of ${part.name}`)).toBeFocused()
  await expect(mainOf(page).getByText('1 of 1 part available')).toBeVisible()
})

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not on the page')
  return box
}

for (const fonts of ['with its fonts', 'in the font of the browser']) {
  /** @shows row-241 */
  test(`on a phone no verdict lies over the picture of a card ${fonts}`, async ({ page, seed }) => {
    if (fonts !== 'with its fonts') await page.route('**/*.woff2', (route) => route.abort())
    const part = await seed.part()
    const make = await seed.fits(part, [
      { decilitres: 14, fuel: 'petrol' },
      { decilitres: 20, fuel: 'diesel' },
    ])
    await keepCarFromTheStart(page, make, 'Golf')
    for (const width of [320, 390]) {
      await openAt(page, width, `/products?q=${part.name}`)
      const verdict = cardOf(page, part).locator('.fit')
      await expect(verdict).toContainText('Check engine')
      // Both at the same moment: the page above them may still move.
      const overlap = () =>
        cardOf(page, part)
          .locator('.plate img, .fit')
          .evaluateAll((parts) => {
            const [picture, words] = parts.map((one) => one.getBoundingClientRect())
            return picture && words ? picture.bottom - words.top : undefined
          })
      await expect.poll(overlap).toBeLessThanOrEqual(0)
    }
  })
}

/** @shows row-241 */
test('the fields of a row of an address begin at one height, with errors too', async ({
  page,
  customer,
}) => {
  await signIn(page, customer)
  await openAt(page, 1280, '/dashboard')
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog.getByText('Town is Required')).toBeVisible()
  for (const pair of [
    ['Phone', 'Street and number'],
    ['Postal code', 'Town'],
  ]) {
    const [left, right] = await Promise.all(
      pair.map((label) => boxOf(dialog.getByLabel(label, { exact: true }))),
    )
    expect(left?.y, pair.join()).toBeCloseTo(right?.y ?? 0, 0)
  }
  const errors = ['Phone is Required', 'Street is Required']
  const [left, right] = await Promise.all(errors.map((text) => boxOf(dialog.getByText(text))))
  expect(left?.y).toBeCloseTo(right?.y ?? 0, 0)
})
