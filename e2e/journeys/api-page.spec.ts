import { expectAccessible } from '../support/axe.ts'
import { openSession } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'

interface Document {
  paths: Record<string, Record<string, { tags: string[]; summary: string }>>
}

/** @shows row-244 */
test('a call of the API is tried with a token on its page, which asks no other origin @phone', async ({
  page,
  customer,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== baseURL) foreign.push(request.url())
  })
  const { token, end } = await openSession(customer)
  await end()
  await page.goto('/api/docs')
  await page.getByRole('button', { name: 'Authorize' }).press('Enter')
  const dialog = page.locator('.modal-ux')
  const form = dialog.locator('form', { hasText: 'accessToken' })
  await form.getByRole('textbox').fill(token)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Remove authorization' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).not.toBeAttached()

  await page.locator('#operations-tag-users').getByRole('button').press('Enter')
  const call = page.locator('.opblock', { hasText: 'Whether an account is an admin' })
  await call.getByRole('button', { expanded: false }).first().press('Enter')
  await call.getByRole('button', { name: 'Try it out' }).press('Enter')
  await call.getByPlaceholder('email').fill(customer.email)
  await call.getByRole('button', { name: 'Execute' }).press('Enter')
  const answer = call.locator('.live-responses-table')
  await expect(answer.locator('.response-col_status')).toHaveText(['Code', '200'])
  await expect(answer).toContainText('"admin": false')
  expect(foreign).toEqual([])
})

/** @shows row-244 */
test('the page of the API has every call of the document', async ({ page }) => {
  await page.goto('/api/docs')
  const document = (await (await page.request.get('/api/openapi.json')).json()) as Document
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  for (const [tag = '', calls] of Map.groupBy(operations, ({ tags }) => tags[0])) {
    const unfold = page.locator(`#operations-tag-${tag}`).getByRole('button')
    await unfold.click()
    await expect(page.locator('.opblock-summary-description')).toHaveText(
      calls.map(({ summary }) => summary),
    )
    await unfold.click()
  }
})

test('the type of a problem leads to its explanation', async ({ page }) => {
  await page.goto('/api/docs#insufficient-stock')
  await expect(page.locator('.opblock-tag').first()).toBeVisible()
  await expect(page.locator('#insufficient-stock')).toBeInViewport()
})

test('axe finds no violation on the page of the API @phone', async ({ page }) => {
  await page.goto('/api/docs')
  await page.locator('#operations-tag-users').getByRole('button').click()
  await expect(page.locator('.opblock').first()).toBeVisible()
  await expectAccessible(page, 'the page of the API')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  /** @shows row-244 */
  test('the page of the API leads to the document', async ({ page }) => {
    await page.goto('/api/docs')
    await page.locator('#calls').getByRole('link', { name: 'the OpenAPI document' }).click()
    await expect(page).toHaveURL('/api/openapi.json')
  })
})
