import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mainOf, rowWith } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

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

/** Puts a car into the garage of the browser. */
const chooseCar = (page: Page, vehicle: string, make: string) =>
  page.evaluate(
    ([key, name]) => {
      const car = { id: 1, vehicle: key, make: name, model: 'Golf' }
      localStorage.setItem('garage', JSON.stringify({ version: 1, chosen: 1, cars: [car] }))
    },
    [vehicle, make] as const,
  )

const lineOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** @shows row-145 */
test('a part goes into the cart and into the order for the chosen car, in the browser and the account', async ({
  page,
  customer,
  seed,
}) => {
  const [pads, lamp] = [await seed.part(), await seed.part()]
  const make = await seed.fits(pads, [{ model: 'Golf' }])
  await page.goto('/')
  await chooseCar(page, `${make}/golf/2014`, 'Make')
  await page.goto(`/products?q=${pads.name}`)
  await mainOf(page).getByRole('button', { name: 'Add to cart' }).first().click()
  await expectToast(page, `Added to cart: 10 × ${pads.name}`, 'status')
  await page.goto('/cart')
  await expect(lineOf(page, pads.name)).toContainText('Fits your 2014 Make Golf')

  await signIn(page, customer)
  await page.goto('/cart')
  await expect(lineOf(page, pads.name)).toContainText(
    new RegExp(`Fits your 2014 ${make} Golf`, 'i'),
  )
  await expectAccessible(page, 'a cart with a car')
  await mainOf(page).getByRole('button', { name: 'Place order' }).click()
  await expectToast(page, /successfully$/)
  await expect(mainOf(page)).toContainText('My Order')

  await page.goto(`/order/${lamp.id}`)
  await page.getByLabel('Quantity').fill('10')
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expectToast(page, /successfully$/)
  await page.goto('/dashboard/myOrder')
  await expect(lineOf(page, pads.name)).toContainText(/For: 2014 .* — fits/)
  await expect(lineOf(page, lamp.name)).toContainText('fit not confirmed')
})
