import type { Page } from '@playwright/test'
import { expect, test, waitForHydration, waitUntilLoaded } from '../support/fixtures.ts'

/** The outline of the focused element, or of the label that stands for it. */
const focusRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body
    const drawn = focused.matches('[type=radio]') ? focused.closest('label') : focused
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn ?? focused)
    return focused === document.body ? 'end' : `${outlineWidth} ${outlineStyle}`
  })

/** @shows row-127 */
test('every stop of the Tab key on Home has a ring of 3 px', async ({ page }) => {
  await page.goto('/')
  await waitUntilLoaded(page)
  const rings = new Set<string>()
  do {
    await page.keyboard.press('Tab')
    rings.add(await focusRing(page))
  } while (!rings.has('end'))
  expect([...rings]).toEqual(['3px solid', 'end'])
})

/** @shows row-127 */
test('an incomplete form names every wrong field and focuses the first', async ({ page }) => {
  await page.goto('/signup')
  await waitForHydration(page)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
  for (const name of ['Name', 'Email', 'Password']) {
    const field = main.getByRole('textbox', { name, exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${name} is Required`))
  }
  await expect(main.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expect(main.getByRole('alert')).toHaveCount(3)
})
