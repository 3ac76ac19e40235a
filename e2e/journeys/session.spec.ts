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

/** @shows row-24 */
test('a renewal that is answered after the logout signs nobody in again', async ({
  page,
  customer,
}) => {
  await page.clock.install()
  await login(page, customer)
  const answered = Promise.withResolvers<void>()
  const signedOut = Promise.withResolvers<void>()
  await page.route('**/api/user/*', async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await signedOut.promise
    await route.fulfill({ response })
  })
  await page.clock.fastForward('55:01')
  await answered.promise
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  const withToken: string[] = []
  page.on('request', (request) => {
    // No page waits for the logout at the shop, which is repeated until the shop has answered.
    const isLogout = request.url().endsWith('/api/signOut')
    if (request.headers()['authorization'] && !isLogout) withToken.push(request.url())
  })
  const delivered = page.waitForResponse(/\/api\/user\//)
  signedOut.resolve()
  expect((await delivered).status()).toBe(200)
  await (await delivered).finished()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('main').getByLabel('Password')).toBeVisible()
  expect(await page.evaluate(storedToken)).toBeNull()
  expect(withToken).toEqual([])
})

/** @shows row-24 */
test('a logout without a connection ends the session once there is one', async ({
  page,
  customer,
}) => {
  const tokenStatus = async () => (await page.request.get('/api/auth/token')).status()
  await login(page, customer)
  expect(await tokenStatus()).toBe(200)
  const calls = /\/api\/(signOut|auth\/sign-out)$/
  await page.route(calls, (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await tokenStatus()).toBe(200)
  await page.unroute(calls)
  await page.reload()
  await expect.poll(tokenStatus).toBe(401)
  // The debt is paid: the next sign-in stays.
  await login(page, customer)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await tokenStatus()).toBe(200)
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
  await expect
    .poll(() => loading.locator('..').boundingBox())
    .toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
  await expect(loading).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeVisible()
})
