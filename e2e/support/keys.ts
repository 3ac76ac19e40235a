import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { testAddress } from './fixtures.ts'
import { mainOf } from './steps.ts'

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

/** Presses Tab until an element has the focus, then Enter. */
export async function pressByKey(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Types an address into its form; letters choose from a list. */
async function typeAddress(page: Page, form: Locator) {
  for (const [label, value] of Object.entries(testAddress)) {
    await tabTo(page, form.getByLabel(label, { exact: true }))
    await page.keyboard.type(value)
  }
}

/** Pays an order on its payment page, with a new address. */
export async function payByKeys(page: Page) {
  const main = mainOf(page)
  const pay = main.getByRole('button', { name: /^Pay \$/ })
  const card = page.frameLocator('iframe[name^="__privateStripeFrame"]').first()
  await expect(card.locator('[name=postal]')).toBeVisible()
  await expect(pay).toBeEnabled()
  await typeAddress(page, main)
  await tabTo(page, card.locator('[name=cardnumber]'))
  // A complete field moves the focus to the next one.
  for (const [field, typed] of [
    ['cardnumber', '4242424242424242'],
    ['exp-date', '1234'],
    ['cvc', '123'],
    ['postal', '94107'],
  ] as const) {
    await expect(card.locator(`[name=${field}]`)).toBeFocused()
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await expect(pay).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    main.getByRole('heading', { name: 'Your Payment is Successfully complete' }),
  ).toBeFocused()
}
