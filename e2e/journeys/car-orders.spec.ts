import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { carButton, chooseCar, garageDialog, keepCar } from '../support/garage.ts'
import { confirm } from '../support/steps.ts'

/** What a press sends to a call, once that has been answered: a page that is left before may have sent nothing. */
async function sentBy(page: Page, path: string, press: () => Promise<void>): Promise<unknown> {
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(path),
  )
  await press()
  const answer = await answered
  expect(answer.status()).toBe(200)
  return answer.request().postDataJSON()
}

const order = (page: Page) => page.getByRole('button', { name: 'Order Now' }).click()

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Does it fit?' })

/** @shows row-149 */
test('the order page says whether a part fits and how many a car needs, and asks once before a misfit @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const make = await seed.fits(part, [{ model: 'Golf', from: 2010, to: 2014 }])
  await signIn(page, customer)
  await page.goto('/')
  await keepCar(page, make, 'Golf', 2020)
  await page.goto(`/order/${part.id}?quantity=10`)
  await expect(page.getByText('Does not fit your 2020 Make Golf')).toBeVisible()
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await order(page)
  await expect(question(page)).toContainText(
    'This part does not fit your 2020 Make Golf. Order it anyway?',
  )
  await expectAccessible(page, 'the question before a misfit')
  await confirm(page, 'Go back')
  await expect(page.getByText('Place  $', { exact: false })).toHaveCount(0)
  await order(page)
  const ordered = await sentBy(page, '/api/order', () => confirm(page, 'Order anyway'))
  expect(ordered).toMatchObject({ vehicle: `${make}/golf/2020` })
  // A page that is left before it has read the answer asks for it when it is opened again.
  await expect(page.getByRole('heading', { name: /^Order placed/ })).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expect(page.getByText(/2020 .* Golf — does not fit/)).toBeVisible()

  await keepCar(page, make, 'Golf', 2014)
  await page.goto(`/order/${part.id}?quantity=10`)
  await expect(page.getByText('Fits your 2014 Make Golf')).toBeVisible()
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  const fitting = await sentBy(page, '/api/order', () => order(page))
  expect(fitting).toMatchObject({ vehicle: `${make}/golf/2014` })
})

/** @shows row-147, row-149 */
test('a car that the shop no longer has is named, and the part is ordered without it @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  await signIn(page, customer)
  await page.goto('/')
  await keepCar(page, 'no-such', 'Car')
  await page.goto(`/order/${part.id}?quantity=10`)
  const words =
    'This shop has no 2014 Make Car in its list of cars. Parts are ordered without a car.'
  await expect(page.getByText(words)).toBeVisible()
  await expectAccessible(page, 'an order for a car that is not known')
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await sentBy(page, '/api/order', () => order(page))
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('listitem').filter({ hasText: part.name })).not.toContainText('For:')
  await carButton(page).click()
  await expect(garageDialog(page).getByText('No longer in the shop’s list of cars.')).toBeVisible()
})

/** @shows row-149 */
test('cart and quick order have a verdict in each line and name the misfits before the order @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ partNumber: `FIT-${Date.now()}` })
  const make = await seed.fits(part, [{ model: 'Golf', from: 2010, to: 2014 }])
  await signIn(page, customer)
  await page.goto('/')
  await keepCar(page, make, 'Golf', 2020)
  await page.goto(`/products?q=${part.name}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toContainText('1')
  await page.goto('/cart')
  await expect(page.getByRole('listitem').filter({ hasText: part.name })).toContainText(
    /Does not fit your 2020 .* Golf/,
  )
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(question(page)).toContainText(part.name)
  const placed = await sentBy(page, '/api/quickOrder/place', () => confirm(page, 'Order anyway'))
  expect(placed).toMatchObject({
    lines: [{ product: part.id, vehicle: `${make}/golf/2020` }],
  })

  await page.goto('/quick-order')
  await page.getByLabel('Parts and quantities').fill(`${part.name} 10`)
  await page.getByRole('button', { name: 'Check list' }).click()
  await expect(page.getByText('Does not fit your 2020 Make Golf').first()).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(question(page)).toContainText(part.name)
  await confirm(page, 'Go back')
})

/** @shows row-149 */
test('what fits a chosen car is an address, which shows the same list without a garage @phone', async ({
  page,
  seed,
  browser,
}) => {
  const part = await seed.part()
  const unfit = await seed.part()
  const make = await seed.fits(part, [{ model: 'Golf', from: 2010, to: 2014 }])
  await seed.fits(unfit, [{ model: 'Golf', from: 1990, to: 1991 }])
  await page.goto('/')
  await keepCar(page, make, 'Golf')
  await page.goto('/products')
  await page.getByRole('link', { name: /^Fits my car/ }).click()
  await expect(page).toHaveURL(`/products?vehicle=${encodeURIComponent(`${make}/golf/2014`)}`)
  const list = page.locator('.catalogue-parts')
  await expect(list.getByRole('article')).toHaveCount(1)
  await expect(list).toContainText('Fits your 2014 Make Golf')
  await expect(page.getByText(/^1 part for a 2014 .* Golf$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fits every car' })).toBeVisible()
  await expect(page.getByRole('link', { name: /parts? with no confirmed fit$/ })).toBeVisible()
  await expectAccessible(page, 'what fits a car')

  const stranger = await browser.newPage()
  await stranger.goto(page.url())
  await expect(stranger.locator('.catalogue-parts').getByRole('article')).toHaveCount(1)
  await expect(stranger.locator('.catalogue-parts')).toContainText(/Fits your 2014 .* Golf/)
  await stranger.getByRole('link', { name: /^Fits my car/ }).click()
  await expect(stranger).toHaveURL('/products')
  await stranger.close()

  await page.goto(`/products?vehicle=${make}/golf/1980`)
  await expect(page.getByRole('heading', { name: /^No parts for the 1980 .* yet$/ })).toBeVisible()
  await page.goto('/products?vehicle=no-such/car/1980')
  await expect(page.getByRole('heading', { name: 'We don’t list this car' })).toBeVisible()
})

/** @shows row-147, row-149 */
test('a stranger finds what fits a 2014 Golf on the page of all parts with two presses and one text @phone', async ({
  page,
}) => {
  await page.goto('/products')
  await waitForHydration(page)
  await chooseCar(page, 'vw golf 14', '2014 Volkswagen Golf')
  await expect(page).toHaveURL(/vehicle=volkswagen/)
  const list = page.locator('.catalogue-parts')
  await expect(page.getByText(/^\d+ parts? for a 2014 Volkswagen Golf$/)).toBeVisible()
  const cards = list.getByRole('article')
  await expect(cards.filter({ hasNotText: /Fits your|Check (first|engine)/ })).toHaveCount(0)
  await expect(cards.first()).toContainText(/Fits your|Check (first|engine)/)
})

/** @shows row-147, row-149 */
test('a stranger on Home finds what fits a 2014 Golf with three presses and one text @phone', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  await chooseCar(page, 'vw golf 14', '2014 Volkswagen Golf')
  await page.getByRole('button', { name: 'See what fits' }).click()
  await expect(page).toHaveURL(/\/products\?vehicle=volkswagen/)
  await expect(page.locator('.catalogue-parts .fit').first()).toContainText(
    /Fits your|Check (first|engine)/,
  )
})
