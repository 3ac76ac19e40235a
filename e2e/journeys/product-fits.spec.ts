import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { confirm, failCalls, rowWith } from '../support/steps.ts'

const make = 'Volkswagen'

async function chooseCar(page: Page, model: string, from: string, to = '') {
  await page.getByLabel('Make', { exact: true }).selectOption(make)
  await page.getByLabel('Model', { exact: true }).selectOption(model)
  await page.getByLabel('Year from').fill(from)
  await page.getByLabel('Year to').fill(to)
}

const shown = (page: Page, id: string) =>
  page.evaluate(async (part) => (await fetch(`/api/product/${part}/fitments`)).json(), id)

/** @shows row-155 */
test('an admin says which cars a part fits, changes and removes them @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  await page.getByRole('navigation', { name: 'Product', exact: true }).getByText('Fits').click()
  await expect(page.getByText('No fitment data yet')).toBeVisible()
  await expectAccessible(page, 'a part without cars')

  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Choose a make')).toBeVisible()
  await expect(page.getByLabel('Make', { exact: true })).toBeFocused()
  await expectAccessible(page, 'a car with errors')
  await chooseCar(page, 'Golf', '2010', '2014')
  await page.getByLabel('Engine').fill('2.0 diesel')
  await page.getByLabel('Position').selectOption('front')
  await page.getByLabel('Per car').fill('2')
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(rowWith(page, 'Volkswagen Golf')).toContainText('2.0 L diesel · front · 2 per car')
  await expect(page.getByLabel('Make', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Year from')).toHaveValue('')

  await chooseCar(page, 'Jetta', '2012')
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(rowWith(page, 'Volkswagen Jetta')).toContainText('Any engine')

  await page.getByRole('button', { name: 'Change Volkswagen Golf 2010–2014' }).click()
  const changing = page.getByRole('heading', { name: 'Change Volkswagen Golf 2010–2014' })
  await expect(changing).toBeFocused()
  await expect(page.getByLabel('Engine')).toHaveValue('2.0 L diesel')
  await page.getByLabel('Year to').fill('2016')
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(rowWith(page, 'Volkswagen Golf')).toContainText('2010–2016')
  await page.getByRole('button', { name: 'Remove Volkswagen Jetta 2012' }).click()
  await expect(rowWith(page, 'Volkswagen Jetta')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Fits', exact: true })).toBeFocused()
  expect(await shown(page, part.id)).toMatchObject({
    isUniversal: false,
    fitments: [{ model: 'golf', yearFrom: 2010, yearTo: 2016, litres: 2, perCar: 2 }],
  })

  await page.getByLabel('Fits every car').click()
  await expectAccessible(page, 'the question before a part fits every car')
  await confirm(page, 'Fits every car')
  await expect(page.getByLabel('Fits every car')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Add car' })).toHaveCount(0)
  expect(await shown(page, part.id)).toEqual({ isUniversal: true, fitments: [] })
})

/** @shows row-155 */
test('cars are copied from another part, and a change by another admin is shown first', async ({
  page,
  seed,
}) => {
  const number = `FC-${Date.now()}`
  const [part, other] = [await seed.part(), await seed.part({ partNumber: number })]
  const own = await seed.fits(other, [
    { model: 'Golf', from: 2010, to: 2014 },
    { model: 'Jetta', from: 2011, to: 2012, note: 'not the GLI' },
  ])
  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}/fits`)
  const copy = page.getByRole('form', { name: 'Copy from another part' })
  const numberField = copy.getByLabel('Part number')
  await numberField.fill('NO-SUCH-PART')
  await copy.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('There is no part with the number “NO-SUCH-PART”')).toBeVisible()
  await numberField.fill(number)
  await copy.getByRole('button', { name: 'Copy' }).click()
  await expect(rowWith(page, `${own} Jetta`)).toContainText('not the GLI')
  await expect(numberField).toHaveValue('')

  await seed.fits(part, [{ model: 'Polo', from: 2010, to: 2014 }], own)
  await page.getByRole('button', { name: `Remove ${own} Golf 2010–2014` }).click()
  await expect(page.getByText('Another admin has changed these cars in the meantime')).toBeVisible()
  await expect(rowWith(page, `${own} Polo`)).toBeVisible()
  await expect(rowWith(page, `${own} Golf`)).toBeVisible()

  await failCalls(page, `/api/manage/product/${part.id}/fitments`, 500, 'GET')
  await page.reload()
  await expect(page.getByText('The cars could not be loaded')).toBeVisible()
  await expectAccessible(page, 'cars that could not be loaded')
})
