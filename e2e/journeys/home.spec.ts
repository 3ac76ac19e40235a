import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { expect, waitForHydration, waitUntilLoaded, login, test } from '../support/fixtures.ts'

interface Product {
  _id: string
  name: string
  price: number
  quantity: number
  description: string
  img: string
}

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  /** @shows row-4, row-5, row-8, row-9 */
  test('Home shows offer, service promises and achievements @phone', async ({ page, request }) => {
    const offered = await request.get('/api/products?q=Jump starter with compressor&limit=1')
    const [starter] = (await offered.json()) as Product[]
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'buy now' })).toHaveAttribute('href', '#products')
    await expect(page.getByRole('link', { name: 'See parts and prices' })).toHaveAttribute(
      'href',
      '/products',
    )

    const offer = page.getByRole('region', { name: 'Jump starter with compressor' })
    await expect(offer.getByText('$18.79', { exact: true })).toBeVisible()
    await expect(offer.locator('s')).toHaveText('$23.73')
    await expect(offer.getByText('For every 100-unit order. No shipping charge.')).toBeVisible()
    await expect(offer.getByRole('link', { name: 'Order Now' })).toHaveAttribute(
      'href',
      `/order/${starter?._id}`,
    )

    const promises = page.getByRole('region', { name: 'Service promises' })
    await expect(promises.locator('h3')).toHaveText([
      'Free Shipping',
      'Payment secure',
      '7 Days easy return',
      '24/7 friendly support',
    ])
    await expect(promises.getByText('Free worldwide on orders above $100')).toBeVisible()
    await expect(promises.getByText('Faulty goods exchanged within 7 days')).toBeVisible()

    const achievements = page.getByRole('region', { name: 'Our Achievement' })
    const numbers = achievements.locator('dl > div')
    await expect(numbers).toHaveText([
      /^Happy clients\s*23,400$/,
      /^Rating\s+4\.9 stars\s*10,400$/,
      /^Brands\s*6$/,
      /^Awards\s*10$/,
    ])
  })

  /** @shows row-6, row-59 */
  test('product cards show price, picture and 100 characters @phone', async ({ page, request }) => {
    const products = (await (await request.get('/api/products?limit=6')).json()) as Product[]
    await page.goto('/')
    const cards = page.getByRole('region', { name: 'Our Products' }).getByRole('article')
    await expect(cards).toHaveCount(6)
    for (const [index, { name, price, quantity, description, img }] of products.entries()) {
      const card = cards.nth(index)
      await expect(card.getByRole('heading')).toHaveText(name)
      await expect(card.getByText(`${dollars(price)} / unit`, { exact: true })).toBeVisible()
      await expect(
        card.getByText(`Available: ${groupDigits(quantity)} unit`, { exact: true }),
      ).toBeVisible()
      await expect(card.getByText('Min Order : 10unit', { exact: true })).toBeVisible()
      await expect(card.getByRole('img', { name })).toHaveAttribute('src', img)
      expect(description.length).toBeGreaterThan(100)
      expect(await card.locator('p.product-card__description').textContent()).toBe(
        description.slice(0, 100),
      )
    }
  })

  /** @shows row-7 */
  test('/appointment leads to the catalogue', async ({ page }) => {
    await page.goto('/appointment')
    await expect(page).toHaveURL(/\/products$/)
    await expect(page).toHaveTitle('Products-Auto Parts')
  })
})

/** @shows row-28, row-53, row-60 */
test('every call but the product list of Home has the token', async ({ page, seed }) => {
  const part = await seed.part()
  await login(page, seed.admin)
  const calls: [string, boolean][] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/auth/')) return
    calls.push([pathname, request.headers()['authorization']?.startsWith('Bearer ey') ?? false])
  })

  await page.goto('/about')
  await waitForHydration(page)
  // By a link, so that the browser reads Home's data, not the server.
  await page.getByRole('link', { name: 'Visit shope' }).click()
  await expect(page.getByRole('link', { name: 'Add To Card' })).toHaveCount(6)
  await expect(
    page
      .getByRole('region', { name: 'Jump starter with compressor' })
      .getByRole('link', { name: 'Order Now' }),
  ).toHaveAttribute('href', /^\/order\//)
  const onHome = calls.splice(0).filter(([path]) => path === '/api/products')
  expect(onHome.length).toBeGreaterThan(0)
  expect(onHome.filter(([, carries]) => carries)).toEqual([])

  const order = await seed.order(seed.admin, part)
  for (const [path, ...asked] of [
    [`/order/${part.id}`, `/api/product/${part.id}`],
    ['/dashboard', `/api/admin/${seed.admin.email}`, `/api/updatedUser/${seed.admin.email}`],
    ['/dashboard/myOrder', '/api/singleOrder'],
    [`/dashboard/payment/${order}`, `/api/order/${order}`, '/api/create-payment-intent'],
    ['/dashboard/users', '/api/user'],
    ['/dashboard/manageProduct', '/api/manage/products'],
    ['/dashboard/manageAllOrders', '/api/order'],
  ] as const) {
    await page.goto(path)
    const seen = () => calls.map(([call]) => decodeURIComponent(call))
    await expect.poll(seen).toEqual(expect.arrayContaining([...asked]))
  }
  expect(calls.filter(([, carries]) => !carries)).toEqual([])
})

/** @shows row-125 */
test('the drawing of Home and About arrives with the page, without a request', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  for (const path of ['/', '/about']) {
    await page.goto(path)
    await waitUntilLoaded(page)
    await expect(page.locator('.hero__drawing')).toHaveAttribute('src', /^data:image/)
  }
  expect(requested.filter((url) => /assets\/(exploded-car|box-of-ten)/.test(url))).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Auto Parts' }).click()
  await expect(page.locator('.hero__drawing')).toHaveAttribute('src', /^\/assets\/.*\.svg$/)
})
