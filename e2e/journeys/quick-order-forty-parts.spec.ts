import type { Page } from '@playwright/test'
import type { Part } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import type { Seed } from '../support/seed.ts'
import { expect, waitForHydration, signIn, test } from '../support/fixtures.ts'
import { printedPages } from '../support/print.ts'
import { checkList, partsInput } from '../support/quick-order.ts'
import { payByKeys, pressByKey, tabTo } from '../support/keys.ts'
import { confirm, mainOf, tabOf } from '../support/steps.ts'

const button = (page: Page, name: string | RegExp) => mainOf(page).getByRole('button', { name })

/** Adds forty parts; returns them with a list of ten units of each. */
async function fortyParts(seed: Seed) {
  const parts = await Promise.all(Array.from({ length: 40 }, () => seed.part()))
  return {
    parts: parts as [Part, Part, Part, ...Part[]],
    last: parts[39]?.name ?? '',
    pasted: parts.map(({ name }) => `${name},10`).join('\n'),
  }
}

/** @shows row-132, row-133, row-128, row-105 */
test('forty pasted parts are one order, one payment and one shipment, by keys alone @phone', async ({
  page,
  customer,
  seed,
}) => {
  const { parts, last, pasted } = await fortyParts(seed)
  const [first] = parts
  const main = mainOf(page)
  const heading = (name: string) => page.getByRole('heading', { name })
  await signIn(page, customer)
  await page.goto('/quick-order')
  await waitForHydration(page)
  await tabTo(page, partsInput(page))
  await page.keyboard.insertText(pasted)
  await pressByKey(page, button(page, 'Check list'))
  await expect(heading('40 of 40 parts available')).toBeFocused()
  await expectAccessible(page, 'a list that was checked')
  await pressByKey(page, button(page, 'Go to the order'))
  await expect(main.getByLabel('Your order number')).toBeFocused()
  await page.keyboard.type('PO-2231')
  await pressByKey(page, button(page, 'Place as one order'))
  await expect(heading('1 order placed')).toBeFocused()
  await expect(main).toContainText('40 parts, 400 units, your order number PO-2231')
  await expect(main.getByText(/Reserved for you until .*\d\d:\d\d/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(main.getByRole('link', { name: 'Pay now' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(heading('Payment')).toBeFocused()
  const id = page.url().split('/').at(-1)
  await pressByKey(page, main.locator('summary', { hasText: '40 lines' }))
  await expect(main.locator('.order-lines li')).toHaveCount(40)
  await expect(main).toContainText('Your order number: PO-2231')
  await expectAccessible(page, 'the payment of an order of forty parts')
  await payByKeys(page)
  await pressByKey(page, main.getByRole('link', { name: 'My Order' }).last())
  await expect(page.locator('.order-row')).toHaveCount(1)
  await expect(page.locator('.order-row')).toContainText(`${first.name} and 39 more`)
  await pressByKey(page, main.locator('summary'))
  await expect(main.locator('.order-lines')).toContainText(last)
  await expectAccessible(page, 'an order of forty parts in My Order')

  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${last}`)
  await pressByKey(page, main.locator('summary'))
  await expect(main.locator('.order-lines')).toContainText(last)
  await expectAccessible(page, 'an order of forty parts among all orders')
  await page.goto('/dashboard/pickList')
  const picked = page.getByRole('row').filter({ hasText: last })
  await expect(picked).toContainText(`10 for ${id?.slice(-8)}, PO-2231`)
  await page.goBack()
  await pressByKey(page, button(page, 'Pending'))
  await expect(main.getByText('Delivered', { exact: true })).toHaveCount(1)

  for (const document of ['packingSlip', 'invoice']) {
    await page.goto(`/dashboard/${document}/${id}`)
    await expect(main.locator('tbody').getByRole('rowheader')).toHaveCount(40)
    await expect(main).toContainText('PO-2231')
    expect([document, await printedPages(page, 'A4')]).toEqual([document, 2])
  }
})

/** @shows row-132, row-128 */
test('a refused order of forty parts is fixed and placed once, then deleted and ordered again', async ({
  page,
  customer,
  seed,
}) => {
  const { parts, pasted } = await fortyParts(seed)
  const [first, short, dear] = parts
  const main = mainOf(page)
  const rows = (name: string) => page.getByRole('row', { name })
  await signIn(page, customer)
  await checkList(
    page,
    pasted
      .replace(`${first.name},10`, 'No such part,10')
      .replace(`${short.name},10`, `${short.name},95`),
  )
  await button(page, '1 line to correct').click()
  const other = main.getByLabel('Part number or name instead of No such part')
  await expect(other).toBeFocused()
  await other.fill(first.name)
  await button(page, 'Use this part').click()
  await expect(main.getByLabel(`Quantity of ${first.name}`)).toBeFocused()
  await expect(page.getByRole('heading', { name: '40 of 40 parts available' })).toBeVisible()

  await seed.changePart(dear, { price: 70 })
  await seed.order(seed.admin, short)
  await button(page, 'Place as one order').click()
  await expect(main.getByRole('alert')).toContainText('is now $33,000.00')
  await expect(rows(dear.name)).toContainText('New price, was $68.00')
  await button(page, 'Place as one order').click()
  await expect(main.getByRole('alert')).toContainText(
    `Nothing was ordered. ${short.name}: 90 left.`,
  )
  await expect(main.getByLabel(`Quantity of ${short.name}`)).toBeFocused()
  await expect(rows(short.name)).toContainText('Only 90 in stock')
  expect(await seed.unitsLeft(dear)).toBe(100)
  await expectAccessible(page, 'a refused order')
  await button(page, `Take 90 of ${short.name}`).click()

  // The order is placed and its response is lost.
  await page.route('**/api/quickOrder/place', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Place as one order').click()
  await expect(main.getByRole('alert')).toContainText('Trying again won’t place it twice.')
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, 'Place as one order').click()
  await expect(page.getByRole('heading', { name: '1 order placed' })).toBeFocused()
  expect([await seed.unitsLeft(short), await seed.unitsLeft(dear)]).toEqual([0, 90])

  await main.getByRole('link', { name: 'My Order' }).click()
  const ordered = page.locator('.order-row', { hasText: `${first.name} and 39 more` })
  await ordered.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('39 more, 480 units')
  await confirm(page, 'Delete')
  await tabOf(page, 'Orders by state', /^Cancelled/).click()
  await ordered.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveText(
    'Cart40 parts',
  )
  await expect(main.getByLabel(`Quantity of ${short.name}`)).toHaveValue('90')
})
