import type { Locator, Page } from '@playwright/test'
import { mailTo, newPerson } from '../support/api.ts'
import { expect, hydrated, signIn, test } from '../support/shop.ts'

/** Presses Tab until something has the focus, as somebody without a pointer does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} does not reach ${String(target)}`)
}

async function fillByKeys(page: Page, values: readonly (readonly [Locator, string])[]) {
  for (const [field, value] of values) {
    await tabTo(page, field)
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
}

/** @shows row-4, row-39 */
test('a part is bought with the keyboard alone, from sign-up to the paid heading', async ({
  page,
  shelf,
}) => {
  const part = await shelf.stock()
  const mia = newPerson()
  const main = page.getByRole('main')
  const password = main.getByLabel('Password', { exact: true })
  const link = (name: string) => main.getByRole('link', { name, exact: true })
  const button = (name: string | RegExp) => main.getByRole('button', { name })
  const press = async (target: Locator, key?: 'Shift+Tab') => {
    await tabTo(page, target, key)
    await page.keyboard.press('Enter')
  }

  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(link('buy now')).toBeFocused()
  await press(link('Add To Card').first())

  await expect(main.getByRole('heading', { name: 'Login' })).toBeFocused()
  await press(link('Create new Account'))
  await expect(main.getByRole('heading', { name: 'Sign Up' })).toBeFocused()
  await fillByKeys(page, [
    [main.getByLabel('Name'), mia.name],
    [main.getByLabel('Email'), mia.email],
    [password, mia.password],
  ])
  await expect(main.getByRole('heading', { name: 'Login' })).toBeFocused()
  await page.goto((await mailTo(mia)).links[0] ?? '')
  await expect(main.getByText('Your e-mail address is verified.')).toBeVisible()
  await hydrated(page)
  await fillByKeys(page, [
    [main.getByLabel('Email'), mia.email],
    [password, mia.password],
  ])

  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page.getByRole('contentinfo').getByRole('link', { name: 'All parts and prices' }))
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, main.getByLabel('Search parts'))
  await page.keyboard.type(part.name)
  await expect(main.getByRole('article')).toHaveCount(1)
  await press(link('Add To Card'))

  await tabTo(page, main.getByLabel('Quantity'))
  await page.keyboard.type('20')
  await press(button('Calculate Amount'))
  await press(page.getByRole('button', { name: 'Order Now' }))
  await expect(main.getByText(`20 × ${part.name} are yours.`)).toBeVisible()
  await press(link('My Order'), 'Shift+Tab')
  await expect(main.getByRole('heading', { name: 'My Order' })).toBeFocused()
  await press(link('Pay'))
  await expect(main.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()

  const card = page.frameLocator('iframe[name^="__privateStripeFrame"]').first()
  await expect(card.locator('[name=postal]')).toBeVisible()
  await expect(button(/^Pay \$/)).toBeEnabled()
  // The card comes after the address, which may stay empty.
  await tabTo(page, button('Save address'))
  await page.keyboard.press('Tab')
  // Each part of the card leads on to the next one when it is complete.
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
  await expect(button(/^Pay \$/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    main.getByRole('heading', { name: 'Your Payment is Successfully complete' }),
  ).toBeFocused()
})

test('a toast stays for as long as it has the focus', async ({ page, customer, shelf }) => {
  const part = await shelf.stock()
  await signIn(page, customer)
  await page.goto(`/order/${part.id}?quantity=20`)
  // Far longer than it takes to look at it: what counts is whether its time runs.
  await page.evaluate(() => {
    const slow = new CSSStyleSheet()
    slow.replaceSync('.Toastify__progress-bar { animation-duration: 120s !important }')
    document.adoptedStyleSheets = [slow]
  })
  await page.getByRole('button', { name: 'Calculate Amount' }).click()
  await page.getByRole('button', { name: 'Order Now' }).first().click()
  const toast = page.locator('.Toastify__toast')
  const time = toast.locator('.Toastify__progress-bar--animated')
  const close = toast.getByRole('button', { name: 'Close' })
  await close.focus()
  await expect(time).toHaveCSS('animation-play-state', 'paused')
  await close.blur()
  await expect(time).toHaveCSS('animation-play-state', 'running')
})
