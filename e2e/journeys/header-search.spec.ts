import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { delayCalls, failCalls, isNarrow } from '../support/steps.ts'

const boxOf = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Find a part' })
const options = (page: Page) => page.getByRole('option')

/** Reaches the header's box by the keyboard alone. */
async function tabToBox(page: Page) {
  for (const _ of ['skip link', 'car', 'logo', 'box']) await page.keyboard.press('Tab')
  await expect(boxOf(page)).toBeFocused()
}

/** @shows row-100, row-101 */
test('parts are suggested while typing, and chosen with the keyboard alone @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ price: 12.5 })
  const box = boxOf(page)
  const search = `Search for “${part.name}”`
  await signIn(page, customer)
  await page.goto('/about')
  await waitForHydration(page)
  await tabToBox(page)
  await page.keyboard.type(part.name)
  await expect(options(page)).toHaveText([new RegExp(`^${part.name}.*\\$12.50 / unit`), search])
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('1 suggestion')

  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).first().getAttribute('id')) ?? '',
  )
  await expectAccessible(page, 'suggestions in the header')
  await page.keyboard.press('End')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(box).toHaveValue(part.name)
  await expect(box).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/order/${part.id}`)
  await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1)

  await page.getByTitle('Signed in as Mia').click()
  await expect(page.getByRole('heading', { name: 'My Order' })).toBeVisible()
})

/** @shows row-100 */
test('without suggestions the search still leads to the catalogue @phone', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  const found = page.getByRole('article').filter({ hasText: part.name })
  const openBox = async () => {
    if (!isNarrow(page)) return boxOf(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Products' })).toBeFocused()
    return menu.getByRole('combobox', { name: 'Find a part' })
  }
  await page.goto('/about')
  await waitForHydration(page)
  await failCalls(page, '**/api/products/suggestions?*', 503)
  const box = await openBox()
  await box.fill(part.name)
  await expect(options(page)).toHaveText([`Search for “${part.name}”`])
  await options(page).click()
  await expect(found).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const { arrived } = await delayCalls(page, '**/api/products/suggestions?*')
  await boxOf(page).fill('no such part')
  await arrived
  await boxOf(page).press('Enter')
  await expect(page).toHaveURL('/products?q=no+such+part')
  await expect(boxOf(page)).toHaveValue('')
})
