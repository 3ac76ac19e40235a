import { expect, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { failCalls, mainOf } from '../support/steps.ts'
import { expectToast, prolongToasts } from '../support/toasts.ts'

/** @shows row-226 */
test('“Ask for a part” leads to the form, whose message has the searched words', async ({
  page,
}) => {
  await page.goto('/products?q=left-handed%20widget')
  await mainOf(page).getByRole('link', { name: 'Ask for a part' }).click()
  const message = mainOf(page).getByLabel('Message')
  await expect(message).toHaveValue('I am looking for: left-handed widget')
  await expect(
    page.getByRole('heading', { name: 'Send a message' }).or(message).first(),
  ).toBeInViewport()
})

/** @shows row-226 */
test('a message that was begun before is not replaced by searched words', async ({ page }) => {
  await page.goto('/contact')
  await waitForHydration(page)
  await mainOf(page).getByLabel('Message').fill('Do you ship to Guam?')
  await page.goto('/contact?about=widget')
  await expect(mainOf(page).getByLabel('Message')).toHaveValue('Do you ship to Guam?')
})

/** @shows row-227 */
test('a quantity in the cart that is none says why at its field, and what still counts', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 100 })
  await signIn(page, customer)
  await page.goto(`/products?q=${part.name}`)
  await mainOf(page).getByRole('button', { name: 'Add to cart' }).first().click()
  await expectToast(page, `Added to cart: 10 × ${part.name}`)
  await page.goto('/cart')
  const quantity = mainOf(page).getByRole('spinbutton')
  for (const [typed, why] of [
    ['10.5', '“10.5” is not a whole number of units. It is still 10.'],
    ['0', 'At least 1 unit, or remove the part. It is still 10.'],
    ['99999999', 'At most 1,000,000 units. It is still 10.'],
  ] as const) {
    await quantity.fill(typed)
    await expect(quantity).toHaveAccessibleDescription(why)
    await expect(mainOf(page).getByRole('alert')).toHaveText(why)
    await quantity.blur()
    await expect(quantity).toHaveValue('10')
    await expect(quantity).toHaveAccessibleDescription(why)
  }
  await quantity.fill('20')
  await expect(mainOf(page).getByRole('alert')).toHaveCount(0)
})

/** @shows row-228 */
test('the message about an added part leads to the cart', async ({ page, seed }) => {
  const part = await seed.part()
  await page.goto(`/products?q=${part.name}`)
  await prolongToasts(page)
  await mainOf(page).getByRole('button', { name: 'Add to cart' }).first().click()
  const toast = page.getByRole('status').filter({ hasText: 'Added to cart' })
  await toast.getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(toast).toHaveCount(0)
})

/** @shows row-229 */
test('a picture that is enlarged is larger than on the page @phone', async ({ page, seed }) => {
  const part = await seed.part()
  await page.goto(`/part/${part.id}`)
  const shown = await mainOf(page).getByRole('img', { name: part.name }).first().boundingBox()
  await mainOf(page).getByRole('button', { name: 'Enlarge the picture' }).click()
  const enlarged = page.getByRole('dialog').getByRole('img', { name: part.name })
  await expect
    .poll(async () => (await enlarged.boundingBox())?.width)
    .toBeGreaterThan(shown?.width ?? Infinity)
})

/** @shows row-230 */
test('a search that the shop is too busy for says so, and is tried again with its words', async ({
  page,
  seed,
}) => {
  const part = await seed.part()
  await page.goto('/products')
  await waitForHydration(page)
  await failCalls(page, '**/api/products?*', 503)
  const search = mainOf(page).getByRole('searchbox').first()
  await search.fill(part.name)
  await search.press('Enter')
  await expect(page).toHaveURL(/q=Taillight/)
  await expect(mainOf(page).getByText('The parts could not be loaded')).toBeVisible()
  await expect(mainOf(page)).toContainText(/busy|Try again/i)
  await expect(search).toHaveValue(part.name)
  await page.unroute('**/api/products?*')
  await mainOf(page).getByRole('button', { name: 'Try again' }).click()
  // The parts of the search before stay until the new ones are there.
  await expect(mainOf(page).getByRole('article')).toHaveCount(1)
  await expect(mainOf(page).getByRole('article')).toContainText(part.name)
})
