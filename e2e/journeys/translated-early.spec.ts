import { expect, test } from '../support/fixtures.ts'
import { delayCalls, mainOf } from '../support/steps.ts'
import { translatePages } from '../support/translator.ts'

/** @shows row-189 */
test('a page that is translated before its scripts run keeps what was typed @phone', async ({
  page,
  context,
}) => {
  await translatePages(context, { prefix: 'ü' })
  const scripts = await delayCalls(page, /\.js(?:\?|$)/)
  await page.goto('/login', { waitUntil: 'commit' })
  const main = mainOf(page)
  await expect(main.getByRole('heading', { level: 1 })).toContainText('ü')
  const [email, password] = [main.locator('[type=email]'), main.locator('[type=password]')]
  await email.fill('mia@example.com')
  await password.fill('Tail-light-4450')
  scripts.release()
  await expect(page.getByRole('button', { name: 'üSubscribe' })).toBeEnabled()
  await expect(email).toHaveValue('mia@example.com')
  await expect(password).toHaveValue('Tail-light-4450')
})

for (const path of ['/', '/products', '/cart', '/signup', '/contact', '/parts', '/no-such-page']) {
  /** @shows row-189 */
  test(`React takes over ${path} although it was translated before`, async ({ page, context }) => {
    await translatePages(context, { prefix: 'ü' })
    await page.goto(path)
    // Errors of React fail the test; see the fixture of the context.
    await expect(page.getByRole('button', { name: 'üSubscribe' })).toBeEnabled()
  })
}
