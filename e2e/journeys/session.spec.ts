import { expect, login, test } from '../support/fixtures.ts'
import { delayCalls, storedToken } from '../support/steps.ts'

/** @shows row-17, row-65 */
test('the access token is renewed five minutes before it expires', async ({ page, customer }) => {
  await page.clock.install()
  await login(page, customer)
  const first = await page.evaluate(storedToken)
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/')) renewals.push(request.method())
  })
  await page.clock.fastForward('54:00')
  expect(renewals).toEqual([])
  const renewal = page.waitForRequest(/\/api\/user\//)
  await page.clock.fastForward('01:01')
  expect((await renewal).method()).toBe('PUT')
  await expect.poll(() => page.evaluate(storedToken)).not.toBe(first)
})

/** @shows row-27, row-57 */
test("'Loading...' fills the screen while rights are unknown", async ({ page, browser, seed }) => {
  const context = await browser.newContext()
  const unhydrated = await context.newPage()
  await unhydrated.route('**/*.js', (route) => route.abort())
  await unhydrated.goto('/dashboard')
  await expect(unhydrated.getByText('Loading...', { exact: true })).toBeVisible()
  await context.close()

  await login(page, seed.admin)
  const { release } = await delayCalls(page, '**/api/admin/*')
  await page.goto('/dashboard/users')
  const loading = page.getByText('Loading...', { exact: true })
  await expect(loading).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All Users' })).toHaveCount(0)
  // Another one replaces it once the session is known.
  await expect.poll(() => loading.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
  await expect(loading).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeVisible()
})
