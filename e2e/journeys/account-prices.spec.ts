import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Part } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { holdPrices } from '../support/own-prices.ts'
import { button, cardOf, ladder, rowOf } from '../support/prices.ts'
import { checkList } from '../support/quick-order.ts'
import { failCalls, mainOf } from '../support/steps.ts'

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

/** @shows row-215 */
test('an account on a list sorts and filters the catalogue by the prices it sees, visitors by theirs @phone', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const brand = `Brand${randomUUID().slice(0, 8)}`
  const cheap = await seed.part({ price: 6, brand })
  const dear = await seed.part({ price: 145, brand })
  const usual = await seed.part({ price: 80, brand })
  await seed.priceList(customer, { percentOff: 0 }, { part: dear, price: 2.5 })
  const visitor = await (await browser.newContext()).newPage()
  await signIn(page, customer)

  const expectParts = async (shownOn: Page, query: string, parts: readonly Part[]) => {
    await shownOn.goto(`/products?q=${brand}&${query}`)
    await expect(shownOn.getByRole('article').getByRole('heading')).toHaveText(
      parts.map(({ name }) => name),
    )
    await expect(
      shownOn.getByText(parts.length === 1 ? /^1 part\b/ : `${parts.length} parts`),
    ).toBeVisible()
  }
  await expectParts(page, 'sort=lowest-price', [dear, cheap, usual])
  await expect(cardOf(page, dear)).toContainText('$2.50 / unit')
  await expectParts(page, 'sort=highest-price', [usual, cheap, dear])
  await expectParts(page, 'sort=name&maxPrice=5', [dear])
  await expectParts(page, 'minPrice=50', [usual])
  await expectParts(visitor, 'sort=lowest-price', [cheap, usual, dear])
  await expectParts(visitor, 'sort=highest-price&minPrice=50', [dear, usual])
  await visitor.context().close()
})

/** @shows row-173 */
test('an account on a list chooses between the parts of a number by the prices it pays @phone', async ({
  page,
  customer,
  seed,
}) => {
  const shared = `7K0 ${randomInt(100, 999)} ${randomInt(100_000, 999_999)}`
  const numbers = [{ kind: 'oem', brand: 'Volkswagen', number: shared }] as const
  const [left, right] = [await seed.part(ladder), await seed.part({ price: 70 })]
  await seed.numbers(left, numbers)
  await seed.numbers(right, numbers)
  const list = await seed.priceList(customer, { percentOff: 10 })
  await signIn(page, customer)
  await page.goto('/cart')
  await waitForHydration(page)
  const field = mainOf(page).getByLabel('Add by part number')
  await field.fill(shared)
  await field.press('Enter')
  const choices = mainOf(page)
    .getByRole('list', { name: `Parts with the number ${shared}` })
    .getByRole('listitem')
  for (const [part, price] of [
    [left, '$21.36, 900 in stock'],
    [right, '$63.00, 100 in stock'],
  ] as const) {
    const choice = choices.filter({ hasText: part.name })
    await expect(choice).toContainText(price)
    await expect(choice).toContainText(`Your price: ${list}`)
  }
  await expectAccessible(page, 'the parts of a number at own prices')
})

const ownPrices = '**/api/prices?*'
const notLoaded = 'Prices of your account could not be loaded.'

/** @shows row-173 */
test('pages whose prices of the account cannot be loaded say so once, and load them on request @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ ...ladder, kind: 'brakes' })
  await seed.part({ kind: 'brakes' })
  const list = await seed.priceList(customer, { percentOff: 10 })
  const notice = page.getByText(notLoaded)
  await signIn(page, customer)
  await failCalls(page, ownPrices, 503)
  for (const path of [
    '/',
    '/products',
    `/products?view=table&q=${part.name}`,
    `/part/${part.id}`,
    `/order/${part.id}`,
  ]) {
    await page.goto(path)
    await expect(notice, path).toBeInViewport()
    await expect(notice, path).toHaveCount(1)
  }
  await page.goto(`/part/${part.id}`)
  await expect(notice).toBeVisible()
  await expect(mainOf(page)).toContainText('$23.73 / unit')
  await expectAccessible(page, 'prices of the account that could not be loaded')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(again).toHaveAttribute('aria-busy', 'true')
  await expect(again).toBeFocused()
  await expect(again).not.toHaveAttribute('aria-busy')
  await expect(notice).toBeVisible()
  await page.unroute(ownPrices)
  await again.press('Enter')
  await expect(notice).toBeHidden()
  await expect(mainOf(page)).toContainText('$21.36 / unit')
  await expect(mainOf(page)).toContainText(`Your price: ${list}`)
})

/** @shows row-173 */
test('an account that is on no list hears nothing of its prices that could not be loaded', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part(ladder)
  await signIn(page, customer)
  await failCalls(page, ownPrices, 503)
  const answered = page.waitForResponse('**/api/prices/list')
  await page.goto(`/part/${part.id}`)
  expect(await (await answered).json()).toEqual({ name: null })
  await expect(mainOf(page)).toContainText('$23.73 / unit')
  // A frame after the answer was shown.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(page.getByText(notLoaded)).toHaveCount(0)
})
