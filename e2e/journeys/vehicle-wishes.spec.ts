import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { failCalls, rowWith } from '../support/steps.ts'

/** @shows row-160 */
test('an admin reads for which cars the shop has no parts @phone', async ({ page, seed }) => {
  const part = await seed.part({ kind: 'brakes' })
  const make = await seed.fits(part, [{ model: 'Golf', from: 2010, to: 2014 }])
  await signIn(page, seed.admin)
  await page.goto('/dashboard/vehicleWishes')
  // No part of the test fits a car of this year.
  await page.evaluate(
    (vehicle) => fetch(`/api/products?limit=24&vehicle=${vehicle}&kind=brakes`),
    `${make}/golf/2019`,
  )
  // The counts are written by a job.
  await expect(async () => {
    await page.goto('/dashboard/vehicleWishes')
    await expect(rowWith(page, `2019 ${make} Golf`)).toContainText('Brakes', { timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await expectAccessible(page, 'the cars that were asked for')
  await failCalls(page, '/api/manage/vehicles/wishes', 500)
  await page.reload()
  await expect(page.getByText('The cars could not be loaded')).toBeVisible()
})
