import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { delayFont, expectNoShift } from '../support/layout-shift.ts'
import {
  carButton,
  carInput,
  chooseCar,
  garageDialog,
  keepCar,
  keepCarFromTheStart,
} from '../support/garage.ts'
import { checkList } from '../support/quick-order.ts'
import { failCalls, rowWith } from '../support/steps.ts'

const cardOf = (page: Page, part: string) => page.getByRole('article', { name: part, exact: true })
/** @shows row-147, row-148 */
test('a visitor chooses a car by typing, and each card says whether it fits, in one call @phone', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/fitments/verdicts')) asked.push(request.url())
  })
  await page.goto('/')
  await waitForHydration(page)
  await chooseCar(page, 'vw golf 14', '2014 Volkswagen Golf')
  await expect(page.locator('.product-card .fit')).toHaveCount(6)
  expect(asked).toHaveLength(1)
  await expectAccessible(page, 'cards with verdicts')
  await page.reload()
  await expect(carButton(page)).toHaveText('Your car: 2014 Volkswagen Golf')
  await expect(page.locator('.product-card .fit')).toHaveCount(6)
  expect(asked).toHaveLength(2)
})

/** @shows row-148 */
test('verdicts have words, an icon and a colour in cards and in the table, and move nothing @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  const make = await seed.fits(part, [
    { model: 'Golf' },
    { model: 'Jetta', decilitres: 25, fuel: 'petrol' },
  ])
  await delayFont(page)
  await page.goto('/')
  for (const [model, year, words, short] of [
    ['Golf', 2014, 'Fits your 2014 Make Golf', 'Fits'],
    ['Jetta', 2014, 'Check engine: fits 2.5 L petrol', 'Check engine'],
    ['Golf', 2020, 'Does not fit your 2020 Make Golf', 'Does not fit'],
  ] as const) {
    await keepCar(page, make, model, year)
    await page.goto(`/products?q=${part.name}`)
    const line = cardOf(page, part.name).locator('.fit')
    await expect(line).toContainText(words)
    await expect(line.locator('.lucide').first()).toBeVisible()
    await expectNoShift(page, `card, ${short}`)
    await page.goto(`/products?view=table&q=${part.name}`)
    await expect(page.getByRole('row', { name: part.name })).toContainText(short)
    await expectNoShift(page, `table, ${short}`)
    await expectAccessible(page, `table, ${short}`)
  }
  await page.goto('/')
  await expect(page.locator('.fit').first()).toBeVisible()
  await expectNoShift(page, 'home')
})

/** @shows row-148 */
test('without a car nothing is asked, and the HTML is the same for every car', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/products')
  await waitForHydration(page)
  await expect(page.locator('.toasts')).toBeAttached()
  expect(asked.filter((url) => /fitments|vehicles\b/.test(url))).toEqual([])
  const html = await (await page.request.get('/products')).text()
  expect(html).not.toContain('class="fit')
})

/** @shows row-148 */
test('a row of a quick order on a narrow phone has the question below the words of the verdict', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const make = await seed.fits(part, [{ model: 'Jetta', decilitres: 25, fuel: 'petrol' }])
  await keepCarFromTheStart(page, make, 'Jetta')
  await signIn(page, customer)
  await page.setViewportSize({ width: 360, height: 740 })
  await checkList(page, `${part.name},20`)
  const row = rowWith(page, part.name)
  const ask = row.getByRole('button', { name: 'Which is yours?' })
  const [words, link] = await Promise.all([
    row.locator('.fit__words').boundingBox(),
    ask.boundingBox(),
  ])
  expect(words?.width).toBeGreaterThan(100)
  expect(words?.height).toBeLessThan(90)
  expect(link?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0) - 1)
})

/** @shows row-148 */
test('the engine is asked where a part depends on it, and the answer stays with the car @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  const make = await seed.fits(part, [{ model: 'Jetta', decilitres: 25, fuel: 'petrol' }])
  await page.goto('/')
  await keepCar(page, make, 'Jetta')
  await page.goto(`/products?q=${part.name}`)
  const card = cardOf(page, part.name)
  const answer = async (engine: string) => {
    await card.getByRole('button', { name: 'Which is yours?' }).click()
    await page.getByRole('dialog').getByRole('button', { name: engine }).click()
  }
  await card.getByRole('button', { name: 'Which is yours?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the question about the engine')
  await page.keyboard.press('Escape')
  await answer('I don’t know')
  await expect(card).toContainText('Check engine: fits 2.5 L petrol')
  await answer('Another')
  await expect(card).toContainText('Does not fit your 2014 Make Jetta')
  await expect(card.locator(':focus')).toContainText('Does not fit')
  await page.reload()
  await expect(card).toContainText('Does not fit your 2014 Make Jetta')

  await carButton(page).click()
  await garageDialog(page)
    .getByRole('button', { name: 'Forget the engine of 2014 Make Jetta' })
    .click()
  await page.keyboard.press('Escape')
  await answer('2.5 L petrol')
  await expect(card).toContainText('Fits your 2014 Make Jetta')
})

/** @shows row-147 */
test('several cars have names of their own, are chosen in turn, deleted and brought back; other tabs follow @phone', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  await chooseCar(page, 'vw golf 14', '2014 Volkswagen Golf')
  await chooseCar(page, 'model 3 2020', '2020 Tesla Model 3')
  const other = await context.newPage()
  await other.goto('/about')
  await expect(carButton(other)).toHaveText('Your car: 2020 Tesla Model 3')

  await carButton(page).click()
  const dialog = garageDialog(page)
  await dialog.getByRole('button', { name: 'Name of 2014 Volkswagen Golf' }).click()
  await expect(dialog.getByText('Names stay on this device.')).toBeVisible()
  await page.keyboard.type('Mrs. Kim, blue')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Mrs. Kim, blue' }).check()
  await expect(carButton(other)).toHaveText('Your car: 2014 Volkswagen Golf')
  await expectAccessible(page, 'the garage')

  await dialog.getByRole('button', { name: 'Delete Mrs. Kim, blue' }).click()
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(carButton(other)).toHaveText('Choose your car')
  await page.keyboard.press('Enter')
  await expect(carButton(other)).toHaveText('Your car: 2014 Volkswagen Golf')
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('radio', { name: 'Mrs. Kim, blue' })).toBeChecked()
  await expect(dialog.getByRole('radio')).toHaveCount(3)
})

/** @shows row-147 */
test('a car is chosen with the keyboard alone, from the lists too', async ({ page }) => {
  await page.goto('/about')
  await waitForHydration(page)
  await carButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(carInput(page)).toBeFocused()
  await page.keyboard.type('vw golf')
  await expect(
    garageDialog(page).getByRole('option', { name: 'Volkswagen Golf', exact: true }),
  ).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(
    garageDialog(page).getByRole('option', { name: '2021 Volkswagen Golf' }),
  ).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(carButton(page)).toHaveText('Your car: 2021 Volkswagen Golf')
  await expect(carButton(page)).toBeFocused()

  await page.keyboard.press('Enter')
  const dialog = garageDialog(page)
  await dialog.getByLabel('Make', { exact: true }).selectOption('Tesla')
  await dialog.getByLabel('Model', { exact: true }).selectOption('Model 3')
  await dialog.getByLabel('Year', { exact: true }).selectOption('2020')
  await dialog.getByLabel('Year', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(carButton(page)).toHaveText('Your car: 2020 Tesla Model 3')
})

/** @shows row-147, row-148 */
test('cars that cannot be loaded are offered again, and a car that the shop no longer knows harms no page', async ({
  page,
}) => {
  await failCalls(page, '**/api/vehicles', 500)
  await page.goto('/')
  await waitForHydration(page)
  await carButton(page).click()
  const retry = garageDialog(page).getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute('**/api/vehicles')
  await retry.click()
  await expect(carInput(page)).toBeVisible()
  await page.evaluate(() => {
    const car = { id: 1, vehicle: 'no-such/car/2014', make: 'No', model: 'Such' }
    localStorage.setItem('garage', JSON.stringify({ version: 1, chosen: 1, cars: [car] }))
  })
  const refused = page.waitForResponse('**/api/fitments/verdicts?*')
  await page.goto('/')
  expect((await refused).status()).toBe(404)
  await expect(carButton(page)).toHaveText('Your car: 2014 No Such')
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.locator('.fit')).toHaveCount(0)
})

/** @shows row-148 */
test('verdicts for the whole catalogue move nothing, and a press shows a long condition whole @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  const note =
    'from chassis number 1K-A-000001 on, not for cars with the winter package or with the larger brakes of the sports suspension'
  const make = await seed.fits(part, [{ model: 'Golf', note }])
  await delayFont(page)
  await page.goto('/')
  await keepCar(page, make, 'Golf')
  for (const view of ['', 'view=table&']) {
    await page.goto(`/products?${view}sort=newest`)
    await expect(page.locator('.fit').nth(5)).toBeVisible()
    await expectNoShift(page, `the catalogue, ${view}`)
  }
  // The rows arrive after the headings.
  const columns = () =>
    page
      .locator('.parts-table thead th')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x))
  const before = await columns()
  await page.locator('.parts-table tbody').evaluate((rows) => rows.replaceChildren())
  expect(await columns()).toEqual(before)
  await page.goto(`/products?q=${part.name}`)
  const words = cardOf(page, part.name).locator('.fit__words')
  await expect(words).toContainText(`Check first: ${note}`)
  const isWhole = () =>
    words.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
      return scrollWidth <= clientWidth && scrollHeight <= clientHeight
    })
  await expectNoShift(page, 'a card with a long condition')
  await words.click()
  await expect.poll(isWhole).toBe(true)
  await expect(page).toHaveURL(`/products?q=${part.name}`)
})
