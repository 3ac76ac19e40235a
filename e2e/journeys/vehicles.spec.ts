import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { rowWith } from '../support/steps.ts'

/** @shows row-159 */
test('an admin adds a car, changes it and hides it @phone', async ({ page, seed }) => {
  const make = `Make ${randomUUID().slice(0, 8)}`
  await signIn(page, seed.admin)
  await page.goto('/dashboard/vehicles')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await expect(page.getByRole('heading', { name: 'Add a model' })).toBeFocused()
  await page.getByRole('button', { name: 'Add model' }).click()
  await expect(page.getByText('A make is Required')).toBeVisible()
  await expect(page.getByLabel('Make', { exact: true })).toBeFocused()
  await expectAccessible(page, 'the cars of the shop, and a new one with errors')
  await page.getByLabel('Make', { exact: true }).fill(make)
  await page.getByLabel('Model', { exact: true }).fill('353 W')
  await page.getByLabel('Years', { exact: true }).fill('1966-1988')
  await page.getByRole('button', { name: 'Add model' }).click()
  await expect(page.getByLabel('Make', { exact: true })).toHaveValue('')

  await page.getByRole('searchbox', { name: 'Search models' }).fill(make.toLowerCase())
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  const row = rowWith(page, `${make} 353 W`).first()
  await expect(row).toContainText('1966-1988')
  await page.getByRole('button', { name: `Change ${make} 353 W` }).click()
  const heading = page.getByRole('heading', { name: `Change ${make} 353 W` })
  await expect(heading).toBeFocused()
  await page.getByLabel('Other names').fill('Knight, Tourist')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('Knight, Tourist')
  await page.getByRole('button', { name: `Hide ${make} 353 W` }).click()
  await expect(page.getByRole('button', { name: `Show ${make} 353 W` })).toBeFocused()
  await expect(row).toContainText('hidden')
  const shown = await page.evaluate(async () => (await fetch('/api/vehicles')).text())
  expect(shown).not.toContain(make)
  await page.getByRole('button', { name: `Show ${make} 353 W` }).click()
  await expect(row).not.toContainText('hidden')
  await expectAccessible(page, 'the cars that a search finds')

  await page.getByRole('searchbox', { name: 'Search models' }).fill('no such car')
  await expect(page.getByText('No matching models')).toBeVisible()
})
