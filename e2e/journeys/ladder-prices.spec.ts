import type { Page } from '@playwright/test'
import { newestMailTo, openSession } from '../support/api.ts'
import type { Part } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillCard, signIn, test } from '../support/fixtures.ts'
import { button, cardOf, ladder, rowOf } from '../support/prices.ts'
import { checkList } from '../support/quick-order.ts'
import { download, mainOf } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

async function setCart(page: Page, { id }: Part, quantity: number) {
  await page.goto(`/order/${id}?quantity=${quantity}`)
  await button(page, 'Add to cart').click()
  await page.getByRole('link', { name: 'Open the cart' }).click()
}

/** @shows row-170, row-173 */
test('99 units cost the list price and 100 the lower one, wherever the order goes @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const part = await seed.part(ladder)
  await page.goto(`/products?q=${part.name}`)
  await expect(cardOf(page, part)).toContainText('$23.73 / unit')
  await expect(cardOf(page, part)).toContainText('from 100: $18.79')
  await page.goto(`/products?view=table&q=${part.name}`)
  await expect(rowOf(page, part)).toContainText('from 100: $18.79')
  await page.goto(`/part/${part.id}`)
  const rungs = page.getByRole('list', { name: 'Price per unit by quantity' })
  await expect(rungs.getByRole('listitem')).toHaveText(['from 10 $23.73', 'from 100 $18.79'])
  await expectAccessible(page, 'a part with a ladder')

  await signIn(page, customer)
  await setCart(page, part, 99)
  await expect(mainOf(page)).toContainText('$23.73 / unit')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$2,349.27')
  await button(page, `take 100 units of ${part.name}`).click()
  await expect(mainOf(page)).toContainText('$18.79 / unit from 100')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$1,879.00')
  await expectAccessible(page, 'a cart at a lower price')

  await checkList(page, `${part.name},99`)
  await expect(mainOf(page)).toContainText('$2,349.27')
  await button(page, `take 100 units of ${part.name}`).click()
  await expect(mainOf(page).getByLabel(`Quantity of ${part.name}`)).toBeFocused()
  await expect(mainOf(page)).toContainText('$1,879.00')
  await expectAccessible(page, 'a list at a lower price')

  await page.goto(`/order/${part.id}`)
  const quantity = mainOf(page).getByRole('spinbutton', { name: 'Quantity' })
  await quantity.fill('99')
  await quantity.press('Enter')
  await expect(mainOf(page)).toContainText('99 × $23.73')
  await expect(mainOf(page)).toContainText('Add 1 more and save $470.27')
  await expectAccessible(page, 'more units for less')
  await button(page, 'take 100 units').press('Enter')
  await expect(mainOf(page)).toContainText('100 × $18.79')
  await expect(rungs.locator('[aria-current=true]')).toHaveText('from 100 $18.79')
  await button(page, 'Order Now').click()
  await expectToast(page, 'Place  $ 1879  successfully')
  const origin = 'Price: from 100. List price: $23.73'

  await mainOf(page).getByRole('link', { name: 'Pay now' }).click()
  await expect(mainOf(page)).toContainText('100 × $18.79')
  await expect(mainOf(page)).toContainText(origin)
  const order = new URL(page.url()).pathname.split('/').at(-1)
  await fillCard(page, '4242424242424242')
  await button(page, /^Pay \$/).click()
  await expect(page.getByRole('heading', { name: /^Your Payment is/ })).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expect(mainOf(page)).toContainText('100 × $18.79 = $1,879.00')
  await expect(mainOf(page)).toContainText(origin)
  await expectAccessible(page, 'an order at a lower price')
  await page.goto(`/dashboard/invoice/${order}`)
  await expect(mainOf(page).getByRole('table')).toContainText(origin)
  await expect(mainOf(page).getByRole('table')).toContainText('$1,879.00')

  const session = await openSession(customer)
  expect(await session.get(`/order/${order}`)).toMatchObject({
    price: 1879,
    lines: [{ unitPrice: 18.79, listPrice: 23.73, priceFrom: 'from 100', quantity: 100 }],
  })
  await session.end()
  expect((await newestMailTo(customer)).text).toContain('$18.79')

  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, seed.admin)
  await admin.goto(`/dashboard/manageAllOrders?q=${part.name}`)
  const file = await download(admin, mainOf(admin).getByRole('button', { name: 'Export CSV' }))
  expect(file.bytes.toString()).toContain('18.79')
  await admin.context().close()
})

/** @shows row-172 */
test('a price that changes between look and press is refused with both sums, of one part and of many', async ({
  page,
  customer,
  seed,
}) => {
  const [part, other] = [await seed.part(ladder), await seed.part({ price: 20 })]
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  const quantity = mainOf(page).getByRole('spinbutton', { name: 'Quantity' })
  await quantity.fill('100')
  await quantity.press('Enter')
  await seed.changePart(part, { breaks: [{ from: 100, price: 19 }] })
  await button(page, 'Order Now').click()
  await expect(mainOf(page)).toContainText(
    '100 units cost $1,879.00 before and now cost $1,900.00.',
  )
  await expect(mainOf(page)).toContainText('100 × $19.00')
  await expectAccessible(page, 'an order that was refused for its price')

  await setCart(page, other, 10)
  await setCart(page, part, 100)
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$2,100.00')
  await seed.changePart(part, { breaks: [{ from: 100, price: 20 }] })
  await button(page, 'Place order').click()
  const sums = `The total was $2,100.00 and is now $2,200.00. ${part.name}: $1,900.00 before, $2,000.00 now.`
  await expect(mainOf(page).getByRole('alert')).toContainText(sums)
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$2,200.00')

  await checkList(page, `${part.name},100\n${other.name},10`)
  await expect(mainOf(page)).toContainText('$2,200.00')
  await seed.changePart(part, { breaks: [{ from: 100, price: 21 }] })
  await button(page, 'Place as one order').click()
  await expect(mainOf(page).getByRole('alert')).toContainText(
    `The total was $2,200.00 and is now $2,300.00. ${part.name}: $2,000.00 before, $2,100.00 now.`,
  )
  await expect(mainOf(page)).toContainText('New price, was $20.00')
  await button(page, 'Place as one order').click()
  await expect(mainOf(page)).toContainText('1 order placed')
})

/** @shows row-171 */
test('an admin edits the ladder of a product in rows, with the error at its rung @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part({ price: 23.73 })
  const main = mainOf(page)
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  await button(page, 'Add a price break').press('Enter')
  await expect(main.getByLabel('From quantity 1')).toBeFocused()
  await page.keyboard.type('100')
  await main.getByLabel('Price each 1').fill('18.79')
  await button(page, 'Add a price break').click()
  await main.getByLabel('From quantity 2').fill('500')
  await main.getByLabel('Price each 2').fill('18.79')
  await button(page, 'Save changes').click()
  await expect(main.getByRole('alert')).toHaveText(/below/)
  await expect(main.getByLabel('Price each 2')).toHaveAccessibleDescription(/below/)
  // The menu is partly below the header otherwise.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, 'a ladder with an error')
  await main.getByLabel('Price each 2').fill('17.50')
  await expect(main.getByRole('alert')).toHaveCount(0)
  await button(page, 'Save changes').click()
  await expectToast(page, `Product ${part.name} saved`)
  const breaks = [
    { from: 100, price: 18.79 },
    { from: 500, price: 17.5 },
  ]
  expect(await (await page.request.get(`/api/product/${part.id}`)).json()).toMatchObject({ breaks })

  await button(page, 'Remove price break 1').click()
  await button(page, 'Remove price break 1').click()
  await button(page, 'Save changes').click()
  await expect
    .poll(async () => (await page.request.get(`/api/product/${part.id}`)).json())
    .not.toHaveProperty('breaks')
})
