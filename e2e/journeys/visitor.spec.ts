import { expect, test, waitUntilLoaded } from '../support/fixtures.ts'

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  /** @shows row-4, row-6 */
  test(
    'Home shows the first six products of the catalogue @phone',
    { tag: '@production' },
    async ({ page, request }) => {
      const products = (await (await request.get('/api/products?limit=6')).json()) as {
        _id: string
        name: string
        quantity: number
      }[]
      await page.goto('/')
      await expect(page).toHaveTitle('Home-Auto Parts')
      await expect(page.getByRole('heading', { name: 'Find Auto Parts Fast' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Add To Card' })).toHaveCount(6)
      for (const { _id, name, quantity } of products) {
        const card = page.getByRole('article').filter({ hasText: name })
        await expect(card).toContainText(`Available: ${quantity} unit`)
        await expect(card).toContainText('Min Order : 10unit')
        await expect(card.getByRole('link', { name: 'Add To Card' })).toHaveAttribute(
          'href',
          `/order/${_id}`,
        )
      }
    },
  )
})

/** @shows row-1 */
test('/home is Home too, with each product once', async ({ page }) => {
  await page.goto('/home')
  await expect(page).toHaveTitle('Home-Auto Parts')
  await expect(page.getByRole('link', { name: 'Add To Card' })).toHaveCount(6)
})

/** @shows row-1, row-15 */
test(
  'an unknown path shows the page for it, with status 404',
  { tag: '@production' },
  async ({ page }) => {
    const response = await page.goto('/nowhere')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('This page does not exist', { exact: true })).toBeVisible()
    await expect(
      page.getByText('The page you are looking for could not be found', { exact: true }),
    ).toBeVisible()
    const links = page.getByRole('main').getByRole('link')
    expect(
      await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    ).toContain('/')
  },
)

test(
  'no page violates the content security policy or logs an error',
  { tag: '@production' },
  async ({ page }) => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    for (const path of ['/', '/login', '/signup']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitUntilLoaded(page)
    }
    expect(faults).toEqual([])
  },
)
