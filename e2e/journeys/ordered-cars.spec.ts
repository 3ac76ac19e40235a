import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { rowWith } from '../support/steps.ts'

/** @shows row-146 */
test('buyer and owner see that an ordered part does not fit the car it was ordered for @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const make = await seed.fits(part, [{ model: 'Golf', from: 2010, to: 2014 }])
  const id = await seed.paidOrder(customer, part, { vehicle: `${make}/golf/2020` })
  const car = new RegExp(`2020 ${make} Golf`, 'i')
  const misfit = new RegExp(`For: 2020 ${make} Golf — does not fit`, 'i')

  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('listitem').filter({ hasText: part.name })).toContainText(misfit)
  await expectAccessible(page, 'an order for a car')
  await page.goto(`/dashboard/invoice/${id}`)
  await expect(page.getByRole('row').filter({ hasText: part.name })).toContainText(car)

  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  await expect(rowWith(page, part.name)).toContainText(misfit)
  await page.getByRole('button', { name: `${id.slice(-8)} details` }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('definition').filter({ hasText: car })).toHaveText(/does not fit$/)
  await expectAccessible(page, 'the details of an order for a car')
  await details.getByRole('link', { name: 'Packing slip' }).click()
  const slip = page.getByRole('row').filter({ hasText: part.name })
  await expect(slip).toContainText(car)
  await expect(slip).not.toContainText('does not fit')
})
