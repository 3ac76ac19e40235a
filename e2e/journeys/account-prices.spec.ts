import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { holdPrices } from '../support/own-prices.ts'
import { button, cardOf, ladder, rowOf } from '../support/prices.ts'
import { checkList } from '../support/quick-order.ts'
import { mainOf } from '../support/steps.ts'

/** @shows row-173 */
test('an account on a list sees its price everywhere and nobody else does, and nothing moves @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const part = await seed.part(ladder)
  const plain = await seed.part({ price: 20 })
  const list = await seed.priceList(customer, { percentOff: 10, minOrder: 1000 })
  const own = `Your price: ${list}`
  const visitor = await (await browser.newContext()).newPage()
  await signIn(page, customer)

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/prices')) asked.push(request.url())
  })
  const moves = await holdPrices(page)
  await page.goto('/products?sort=newest')
  await moves.release(cardOf(page, part))
  await expect(cardOf(page, plain)).toContainText('$18.00 / unit')
  await expect(cardOf(page, plain)).toContainText(own)
  await expect(cardOf(page, part)).toContainText('from 100: $16.91')
  await moves.expectNone('cards')
  await expectAccessible(page, 'cards of an account')
  expect(asked).toHaveLength(1)
  await page.goto(`/products?view=table&q=${part.name}`)
  await moves.release(rowOf(page, part))
  await expect(rowOf(page, part)).toContainText('$21.36')
  await expect(rowOf(page, part)).toContainText(own)
  await moves.expectNone('table')
  await expectAccessible(page, 'the table of an account')
  await page.goto(`/part/${part.id}`)
  await moves.release(page.locator('.buy-panel'))
  await expect(mainOf(page)).toContainText('$21.36 / unit')
  await expect(mainOf(page)).toContainText(own)
  const rungs = page.getByRole('list', { name: 'Price per unit by quantity' })
  await expect(rungs.filter({ visible: true }).getByRole('listitem')).toHaveText([
    'from 10 $21.36',
    'from 100 $16.91',
  ])
  await moves.expectNone('part')
  await moves.end()
  await expectAccessible(page, 'the part of an account')

  // Nobody else, not even in what the shop has cached.
  for (const path of [`/part/${part.id}`, `/products?q=${part.name}`, `/api/product/${part.id}`]) {
    const text = await (await visitor.request.get(path)).text()
    expect(text).toContain('23.73')
    expect(text).not.toContain('21.36')
  }
  await visitor.goto(`/part/${part.id}`)
  await expect(mainOf(visitor)).toContainText('$23.73 / unit')
  await visitor.context().close()

  await page.goto(`/order/${part.id}`)
  await expect(mainOf(page)).toContainText(`${own}, list price $23.73`)
  const quantity = mainOf(page).getByRole('spinbutton', { name: 'Quantity' })
  await quantity.fill('40')
  await expect(mainOf(page)).toContainText(`${list} orders from $1,000.00: add $145.60.`)
  await quantity.fill('50')
  await expect(mainOf(page)).not.toContainText('orders from')
  await quantity.press('Enter')
  await expect(mainOf(page)).toContainText('50 × $21.36')
  await expectAccessible(page, 'the order page of an account')
  await button(page, 'Add to cart').click()
  await page.getByRole('link', { name: 'Open the cart' }).click()
  await expect(mainOf(page)).toContainText('$21.36 / unit')
  await expect(mainOf(page)).toContainText('$1,068.00')
  await checkList(page, `${part.name},50`)
  await expect(mainOf(page)).toContainText('$1,068.00')
  await button(page, 'Place order').click()
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(mainOf(page)).toContainText(`Price: ${list}. List price: $23.73`)

  await page.goto(`/products?q=${part.name}`)
  await expect(cardOf(page, part)).toContainText(own)
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Logout' }).last().click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto(`/products?q=${part.name}`)
  await expect(cardOf(page, part)).toContainText('$23.73 / unit')
  await expect(cardOf(page, part)).not.toContainText(own)
})
