import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { mainOf } from '../support/steps.ts'
import { expectToast } from '../support/toasts.ts'

/** @shows row-122 */
test('a customer sets and cancels an alert; an admin sees who waits and sets the level', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 12 })
  await seed.order(customer, part)
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  const ask = page.getByRole('button', { name: 'Email me when it’s back' })
  await ask.press('Enter')
  const cancel = page.getByRole('button', { name: 'Cancel this alert' })
  await expect(cancel).toBeFocused()
  await expect(mainOf(page)).toContainText(customer.email)
  await expectAccessible(page, 'a part with an alert')
  await page.reload()
  await expect(cancel).toBeVisible()

  await signIn(page, seed.admin)
  await page.goto(`/dashboard/manageProduct/${part.id}`)
  const watch = page.getByRole('region', { name: 'Alerts' })
  await expect(watch).toContainText('1 customer is waiting for this part.')
  await watch.getByLabel('Low-stock level').fill('4.5')
  await watch.getByRole('button', { name: 'Save level' }).click()
  await expect(watch.getByRole('alert')).toHaveText('A whole number from 0 to 1000000')
  await watch.getByLabel('Low-stock level').fill('40')
  await watch.getByRole('button', { name: 'Save level' }).click()
  await expectToast(page, 'Low-stock level saved')

  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  await cancel.click()
  await expect(ask).toBeVisible()
})
