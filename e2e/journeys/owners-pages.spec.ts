import { expect, test, waitForHydration } from '../support/fixtures.ts'
import { failCalls } from '../support/steps.ts'

const pages = ['Privacy', 'Terms', 'Returns', 'Legal notice']

/** @shows row-96 */
test('the footer leads to the pages of the owner, without scripts too @phone', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const name of pages) {
    await page.goto('/about')
    const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('This is a sample text')).toBeVisible()
    await expect(page).toHaveTitle(`${name}-Auto Parts`)
  }
  await context.close()
})

/** @shows row-95, row-96 */
test('Privacy names the retention periods, and its links stay in the shop', async ({
  page,
  request,
}) => {
  await page.goto('/about')
  await waitForHydration(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeFocused()
  await expect(
    page.getByRole('cell', { name: /phone and addresses: 3 years after the last event/ }),
  ).toBeVisible()
  const map = await (await request.get('/sitemap-pages.xml')).text()
  for (const path of ['privacy', 'terms', 'returns', 'legal-notice']) {
    expect(map).toContain(`/${path}</loc>`)
  }
})

test('a page that cannot be read says so, and is read again on request', async ({ page }) => {
  await page.goto('/about')
  await waitForHydration(page)
  await failCalls(page, '**/api/shopPages*', 500)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click()
  await expect(page.getByText('This page could not be loaded')).toBeVisible()
  await page.unroute('**/api/shopPages*')
  await page.getByRole('button', { name: /again/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
})
