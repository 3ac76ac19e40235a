import type { Page } from '@playwright/test'
import type { Part, Person } from '../support/api.ts'
import { fillCart } from '../support/carts.ts'
import { endSession, logInAgain, pressToLogin, sessionEnded } from '../support/ended-session.ts'
import { expect, fillLogin, signIn, test } from '../support/fixtures.ts'
import { mainOf } from '../support/steps.ts'

/** Opens the cart of an account with 20 units of a part. */
async function openCart(page: Page, person: Person, part: Part) {
  await fillCart(person, [part, 20])
  await signIn(page, person)
  await page.goto('/cart')
  const main = mainOf(page)
  const quantity = main.getByRole('spinbutton', { name: `Quantity of ${part.name}` })
  await expect(quantity).toHaveValue('20')
  return { main, quantity }
}

/** @shows row-220, row-192 */
test('a cart whose session has ended leads to the login and back, and is ordered then @phone', async ({
  page,
  customer,
  seed,
}) => {
  const { main, quantity } = await openCart(page, customer, await seed.part())
  await endSession(page, 'gone')
  const place = main.getByRole('button', { name: 'Place order' })
  await pressToLogin(page, place.or(main.getByRole('link', { name: 'Log in to see it' })))
  await logInAgain(page, customer)

  await expect(page).toHaveURL(/\/cart$/)
  await expect(quantity).toHaveValue('20')
  await expect(main.getByText('We don’t know yet')).toHaveCount(0)
  await main.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: /^Order placed/ })).toBeVisible()
})

/** @shows row-220, row-192 */
test('a cart whose session ends in another tab says so, and not that its lines are gone', async ({
  page,
  customer,
  seed,
}) => {
  const { main, quantity } = await openCart(page, customer, await seed.part())
  const other = await page.context().newPage()
  await other.goto('/about')
  await endSession(other, 'gone')
  await other.close()
  await expect(main.getByRole('alert')).toHaveText(
    'Your session has ended. The cart of your account is kept. Log in to see it',
  )
  await expect(main).not.toContainText('ordered or removed')
  await main.getByRole('link', { name: 'Log in to see it' }).click()
  await logInAgain(page, customer)
  await expect(page).toHaveURL(/\/cart$/)
  await expect(quantity).toHaveValue('20')
  await expect(main.getByRole('alert')).toHaveCount(0)
})

/** @shows row-220 */
test('the login speaks of an ended session only after one', async ({ page, customer }) => {
  const reason = mainOf(page).getByText('Log in or create an account to open your dashboard.')
  const ended = mainOf(page).getByText(sessionEnded)
  await page.goto('/dashboard/myOrder')
  await expect(reason).toBeVisible()
  await expect(ended).toHaveCount(0)
  await signIn(page, customer)
  await page.goto('/dashboard/myOrder')
  // No call of the page may be on its way, which would end the session before the reload.
  await page.waitForLoadState('networkidle')
  await endSession(page, 'refused')
  await page.reload()
  await expect(ended).toBeVisible()
  await expect(reason).toHaveCount(0)
  await fillLogin(page, customer)
  await expect(page).toHaveURL(/\/dashboard\/myOrder$/)
})
