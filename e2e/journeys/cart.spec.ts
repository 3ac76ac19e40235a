import type { Locator, Page } from '@playwright/test'
import type { Part } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillCard, fillLogin, signIn, test } from '../support/fixtures.ts'
import { mainOf } from '../support/steps.ts'
import { expectToast, recordToasts } from '../support/toasts.ts'

const button = (page: Page, name: string | RegExp) => mainOf(page).getByRole('button', { name })
const lineOf = (page: Page, part: Part) =>
  page
    .getByRole('list', { name: 'Parts in the cart' })
    .getByRole('listitem')
    .filter({ hasText: part.name })
const quantityOf = (page: Page, part: Part) =>
  mainOf(page).getByRole('spinbutton', { name: `Quantity of ${part.name}` })
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

const boxOf = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect()
    return { top, bottom, left, right }
  })

/** Adds the smallest order of a part from its card in the catalogue. A double press is one press. */
async function addFromCatalogue(page: Page, part: Part) {
  await page.goto(`/products?q=${part.name}`)
  await mainOf(page).getByRole('button', { name: 'Add to cart' }).first().dblclick()
  await expectToast(page, `Added to cart: 10 × ${part.name}`, 'status')
}

/** @shows row-129, row-130 */
test('a visitor’s cart survives the login, a second device and a change of price', async ({
  page,
  browser,
  customer,
  seed,
}) => {
  const [lamp, panel] = [await seed.part({ price: 4, quantity: 60 }), await seed.part({ price: 9 })]
  await addFromCatalogue(page, lamp)
  await addFromCatalogue(page, panel)
  await expect(cartLink(page)).toHaveText('Cart2 parts')

  await cartLink(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeFocused()
  await quantityOf(page, lamp).fill('20')
  await expect(mainOf(page)).toContainText('$170.00')
  await expectAccessible(page, 'the cart of a visitor')

  const device = await browser.newContext()
  await recordToasts(device)
  const other = await device.newPage()
  await signIn(other, customer)
  await addFromCatalogue(other, lamp)
  await seed.changePart(lamp, { price: 5 })

  await button(page, 'Place order').click()
  await expect(mainOf(page)).toContainText('Log in or create an account to order your cart.')
  await fillLogin(page, customer)
  await expect(page).toHaveURL(/\/cart$/)
  // The larger quantity of both devices.
  await expect(quantityOf(page, lamp)).toHaveValue('20')
  await expect(lineOf(page, lamp)).toContainText('The price was $4.00 and is now $5.00.')
  await expect(mainOf(page)).toContainText('A price has changed since you saw it.')
  await expect(mainOf(page)).toContainText('$190.00')

  await other.goto('/cart')
  await expect(quantityOf(other, panel)).toHaveValue('10')
  // The page shows the sum before the shop has the change.
  const stored = other.waitForResponse('**/api/cart/lines')
  await quantityOf(other, panel).fill('30')
  await stored
  await expect(mainOf(other)).toContainText('$370.00')
  await button(page, 'Accept').click()
  await expect(mainOf(page)).not.toContainText('The price was')
  await expect(mainOf(page)).toContainText('$370.00')
  await expect(quantityOf(page, panel)).toHaveValue('30')
  await device.close()
})

/** @shows row-129, row-131, row-189 */
test('a cart is fixed, kept as a list, ordered and paid as one order @phone @translated', async ({
  page,
  customer,
  seed,
}) => {
  const [lamp, panel, rim] = [
    await seed.part({ quantity: 25 }),
    await seed.part({ price: 9 }),
    await seed.part(),
  ]
  await signIn(page, customer)
  await page.goto(`/order/${lamp.id}`)
  await mainOf(page).getByRole('spinbutton').fill('20')
  await button(page, 'Add to cart').click()
  await expect(mainOf(page)).toContainText('20 units added to the cart.')
  await button(page, 'Add to cart').click()
  await addFromCatalogue(page, panel)
  await addFromCatalogue(page, rim)
  await page.goto('/cart')

  // A removed line gives its place and the focus to 'Undo'.
  await button(page, `Remove ${rim.name}`).click()
  await expect(button(page, `Undo: ${rim.name}`)).toBeFocused()
  await button(page, `Undo: ${rim.name}`).click()
  await expect(button(page, `Remove ${rim.name}`)).toBeFocused()
  await button(page, `Remove ${rim.name}`).click()

  await expect(lineOf(page, lamp)).toContainText('Only 25 in stock.')
  await button(page, 'Place order').click({ force: true })
  await expect(mainOf(page).getByText('1 part needs a change.')).toBeVisible()
  await expectAccessible(page, 'a cart that cannot be ordered')
  await button(page, `Take 25 of ${lamp.name}`).click()
  await expect(quantityOf(page, lamp)).toHaveValue('25')

  await mainOf(page).getByLabel('Save this cart as').fill('Golf service')
  await button(page, 'Save list').click()
  await expect(mainOf(page)).toContainText('2 parts, saved')

  await mainOf(page).getByLabel('Your order number').fill('PO-2231')
  await button(page, 'Place order').click()
  await expect(page.getByRole('heading', { name: 'Order placed: 2 parts' })).toBeFocused()
  await expect(quantityOf(page, lamp)).toHaveCount(0)
  await expect(cartLink(page)).toHaveText('Cart')
  await button(page, 'Add to cart').click()
  await expect(quantityOf(page, panel)).toHaveValue('10')
  await expect(lineOf(page, lamp)).toContainText('Sold out.')
  await expectAccessible(page, 'a cart that was ordered')

  await mainOf(page).getByRole('link', { name: 'Pay now' }).click()
  await fillCard(page, '4242424242424242')
  await button(page, /^Pay \$/).click()
  await expect(page.getByRole('heading', { name: /^Your Payment is/ })).toBeVisible()
})

/** Fills the cart of a visitor with parts that are no longer sold. */
const fillBrowserCart = (page: Page, count: number) =>
  page.evaluate((parts) => {
    const lines = Array.from({ length: parts }, (_, n) => ({
      product: crypto.randomUUID(),
      name: `Old part ${n}`,
      quantity: 10,
      seenPrice: 4,
    }))
    localStorage.setItem('cart', JSON.stringify(lines))
  }, count)

/** @shows row-156 */
test('the 201st part of a visitor’s cart is refused beside its button, and the cart still opens @phone', async ({
  page,
  seed,
}) => {
  const [part, other] = [await seed.part(), await seed.part()]
  const refusal = 'Not added to the cart. A cart can have at most 200 parts.'
  const add = async (name: string) => {
    await page.goto(`/products?q=${name}`)
    await mainOf(page).getByRole('button', { name: 'Add to cart' }).first().click()
  }
  await page.goto('/about')
  await fillBrowserCart(page, 199)
  await add(part.name)
  await expectToast(page, `Added to cart: 10 × ${part.name}`, 'status')
  await add(other.name)
  await expectToast(page, refusal, 'alert')
  await expect(mainOf(page).locator('.field__error')).toHaveText(refusal)
  await expectAccessible(page, 'a refused addition in a list')
  await expect(cartLink(page)).toHaveText('Cart200 parts')

  await page.goto('/cart')
  await expect(quantityOf(page, part)).toHaveValue('10')
  await expect(lineOf(page, other)).toHaveCount(0)
  // One of an earlier version may have more.
  await fillBrowserCart(page, 201)
  await page.reload()
  await expect(mainOf(page)).toContainText('201 parts need a change.')
  await button(page, 'Fix cart').click()
  await expect(page.getByRole('list', { name: 'Parts in the cart' })).toBeFocused()
})

/** @shows row-156 */
test('the button that orders a long cart is in view without covering what follows it @phone', async ({
  page,
  seed,
}) => {
  const parts = await Promise.all(Array.from({ length: 6 }, () => seed.part()))
  await page.goto('/about')
  await page.evaluate(
    (lines) => localStorage.setItem('cart', JSON.stringify(lines)),
    parts.map(({ id, name }) => ({ product: id, name, quantity: 10, seenPrice: 4 })),
  )
  await page.goto('/cart')
  const place = button(page, 'Place order')
  const lines = page.getByRole('list', { name: 'Parts in the cart' })
  const last = lines.getByRole('spinbutton').nth(5)
  await expect(last).toHaveValue('10')
  await expect(place).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'a long cart')

  // The bar does not cover the focused field.
  await last.focus()
  const [bar, field] = [await boxOf(place), await boxOf(last)]
  expect(field.bottom <= bar.top || field.right <= bar.left).toBe(true)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const footer = await boxOf(page.getByRole('contentinfo'))
  expect((await boxOf(place)).bottom).toBeLessThan(footer.top)
})

/** @shows row-156 */
test('a change of a line that fails is announced, and the line is back with the focus', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 25 })
  await signIn(page, customer)
  await addFromCatalogue(page, part)
  await page.goto('/cart')
  await quantityOf(page, part).fill('30')
  const news = mainOf(page).locator('output.visually-hidden')
  await expect(news).toHaveText(`${part.name}: Only 25 in stock.`)
  await expect(quantityOf(page, part)).toHaveAccessibleDescription('Only 25 in stock.')
  await button(page, `Take 25 of ${part.name}`).click()
  await expect(quantityOf(page, part)).toBeFocused()

  await page.route('**/api/cart/lines', (route) => route.abort())
  await button(page, `Remove ${part.name}`).click()
  await expect(mainOf(page).getByRole('alert')).toContainText('The last change was not saved.')
  await expect(button(page, `Remove ${part.name}`)).toBeFocused()
})
