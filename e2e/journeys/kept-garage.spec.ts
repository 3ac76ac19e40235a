import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { carButton, chooseCar, garageDialog } from '../support/garage.ts'
import { failCalls } from '../support/steps.ts'
import { expectToast, recordToasts } from '../support/toasts.ts'

const keepSwitch = (page: Page) =>
  garageDialog(page).getByRole('switch', { name: 'Keep my cars on my account' })

async function openGarage(page: Page) {
  await page.goto('/about')
  await waitForHydration(page)
  await carButton(page).click()
}

/** Waits for the call that brings the cars of this browser to the account. */
const stored = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())

/** What a switch has shown since now, before what it shows. */
const recordShown = (box: Locator) =>
  box.evaluateHandle((element) => {
    const shown: (string | null)[] = []
    new MutationObserver((changes) => {
      shown.push(...changes.map(({ oldValue }) => oldValue))
    }).observe(element, { attributeFilter: ['aria-checked'], attributeOldValue: true })
    return shown
  })

/** @shows row-184 */
test('the cars are on the account by choice alone, then on every device, and after the end in the browsers only @phone', async ({
  page,
  browser,
  customer,
}) => {
  await page.goto('/about')
  await waitForHydration(page)
  await chooseCar(page, 'vw golf 14', '2014 Volkswagen Golf')
  await carButton(page).click()
  await expect(garageDialog(page).getByRole('radio')).toHaveCount(2)
  await expect(keepSwitch(page)).toHaveCount(0)

  await signIn(page, customer)
  await openGarage(page)
  await expect(garageDialog(page).getByText('Off: they are in this browser only.')).toBeVisible()
  await expect(keepSwitch(page)).not.toBeChecked()
  const shown = await recordShown(keepSwitch(page))
  await keepSwitch(page).check()
  await expectToast(page, 'Your cars are on your account', 'status')
  // It stays as pressed while the answer arrives.
  expect(await shown.jsonValue()).toEqual(['false'])
  await expectAccessible(page, 'the garage on the account')

  const device = await browser.newContext()
  await recordToasts(device)
  const other = await device.newPage()
  await signIn(other, customer)
  await other.goto('/about')
  await expect(carButton(other)).toHaveText('Your car: 2014 Volkswagen Golf')
  const added = stored(other)
  await chooseCar(other, 'model 3 2020', '2020 Tesla Model 3')
  await added
  await carButton(other).click()
  await expect(keepSwitch(other)).toBeChecked()
  await garageDialog(other).getByRole('button', { name: 'Name of 2014 Volkswagen Golf' }).click()
  await expect(garageDialog(other).getByText('Names are on your account too.')).toBeVisible()
  const named = stored(other)
  await other.keyboard.type('Mrs. Kim, blue')
  await other.keyboard.press('Enter')
  await named

  await openGarage(page)
  const radio = garageDialog(page).getByRole('radio')
  await expect(radio).toHaveCount(3)
  await expect(garageDialog(page).getByRole('radio', { name: 'Mrs. Kim, blue' })).toBeChecked()
  await keepSwitch(page).uncheck()
  await expectToast(page, 'Your cars are deleted from your account', 'status')
  await expect(radio).toHaveCount(3)

  await openGarage(other)
  await expect(keepSwitch(other)).not.toBeChecked()
  await expect(garageDialog(other).getByRole('radio')).toHaveCount(3)
  await device.close()
})

/** @shows row-184 */
test('an account that cannot be reached says so, and the cars stay in the browser', async ({
  page,
  customer,
}) => {
  await signIn(page, customer)
  await page.goto('/about')
  await waitForHydration(page)
  await chooseCar(page, 'vw golf 14', '2014 Volkswagen Golf')
  await carButton(page).click()
  await expect(keepSwitch(page)).not.toHaveAttribute('aria-disabled', 'true')
  await failCalls(page, '**/api/garage', 503)
  await keepSwitch(page).click()
  await expectToast(page, /./, 'alert')
  await expect(keepSwitch(page)).not.toBeChecked()
  await expect(garageDialog(page).getByRole('radio')).toHaveCount(2)
})
