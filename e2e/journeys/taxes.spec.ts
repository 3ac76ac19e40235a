import { createAccount, newPerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, fillAddress, fillCard, login, test } from '../support/fixtures.ts'
import { fillCart } from '../support/carts.ts'
import { faultsByWidth, prepareWidths } from '../support/layout/widths.ts'
import { mainOf } from '../support/steps.ts'
import { expectToast, recordToasts } from '../support/toasts.ts'
import { startTestShop, testSettings, urlsOf } from '../support/test-shop.ts'

const sandboxUrl = String(process.env['SANDBOX_URL'])

// Colours are checked without transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'default' })

const ada = newPerson('Ada')
let baseURL = ''
let node: Awaited<ReturnType<typeof startTestShop>> | undefined

// A further node of the same shop, with taxes.
test.beforeAll(async () => {
  const env = await testSettings(String(process.env['SHOP_DATA_DIR']), {
    LIMITS: 'off',
    SANDBOX: 'off',
    SANDBOX_SMTP_PORT: process.env['SANDBOX_SMTP_PORT'],
    STRIPE_API_URL: sandboxUrl,
    STRIPE_JS_URL: `${sandboxUrl}/stripe.js`,
    // The first node runs the background jobs.
    JOB_INTERVAL_SECONDS: '3600',
    TAX_RATES_FILE: 'deploy/tax-rates.example.csv',
    TAX_DEFAULT_PLACE: 'DE',
    SHIPPING_COST: '4.90',
    ADMIN_EMAILS: ada.email,
  })
  node = await startTestShop(`taxes-${env['PORT']}`, env)
  ;({ baseURL } = urlsOf(env))
  await createAccount(ada, { baseURL, sandboxUrl })
})
test.afterAll(() => node?.stop())

/** @shows row-181, row-182, row-183, row-236 */
test('net taxes are shown before an order, paid, printed and refunded in part @phone', async ({
  browser,
  seed,
}) => {
  const part = await seed.part({ price: 5 })
  const mia = newPerson()
  await createAccount(mia, { baseURL, sandboxUrl })
  const page = await browser.newPage({
    baseURL,
    viewport: test.info().project.use.viewport ?? null,
  })
  const main = mainOf(page)
  await login(page, mia)

  await page.goto(`/order/${part.id}?quantity=10`)
  const amount = main.locator('.amount')
  await expect(amount).toContainText('19% VAT$10.43')
  await expect(amount).toContainText('Total$65.33')
  await expectAccessible(page, 'the order page with taxes')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await main.getByRole('button', { name: 'Order Now' }).click()
  await main.getByRole('link', { name: /Pay/ }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const order = page.url().split('/').at(-1) ?? ''
  await expect(main.getByText('10 × $5.00 + $4.90 shipping + $10.43 tax')).toBeAttached()

  // An address in another area is refused, and says where to.
  await fillAddress(main, {
    Phone: '+43 1 1234567',
    'Street and number': 'Testgasse 1',
    'Postal code': '1010',
    Town: 'Wien',
    Country: 'Austria',
  })
  await fillCard(page, '4242424242424242')
  await main.getByRole('button', { name: 'Pay $65.33' }).click()
  await expect(main.getByRole('alert')).toContainText('This order was taxed for Germany')
  await main.getByLabel('Deliver to').selectOption('Another address')
  await fillAddress(main, {
    Phone: '+49 30 1234567',
    'Street and number': 'Teststrasse 1',
    'Postal code': '10115',
    Town: 'Berlin',
    Country: 'Germany',
  })
  await main.getByRole('button', { name: 'Pay $65.33' }).click()
  await expect(main.getByRole('heading', { name: /^Your Payment/ })).toBeVisible()

  await page.goto(`/dashboard/invoice/${order}`)
  await expect(main.getByRole('row', { name: '19% VAT $10.43' })).toBeVisible()
  await expect(main.getByRole('row', { name: 'Total $65.33' })).toBeVisible()
  await expectAccessible(page, 'an invoice with taxes')
  await page.goto('/dashboard/myOrder')
  await expect(main.getByText('10 × $5.00 + $4.90 shipping + $10.43 tax')).toBeVisible()
  await page.close()

  const context = await browser.newContext({ baseURL })
  await recordToasts(context)
  const office = await context.newPage()
  await login(office, ada)
  await office.goto(`/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  await office.getByRole('button', { name: `${order.slice(-8)} details` }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('radio', { name: 'Units or an amount' }).check()
  // The price of shipping with its tax: another amount refunds goods.
  await expect(dialog.getByLabel('Further amount')).toHaveAccessibleDescription(
    'In dollars, such as $5.83, which was paid for shipping',
  )
  await dialog.getByLabel(part.name).fill('3')
  await dialog.getByRole('button', { name: 'Refund $17.85' }).click()
  await expectToast(office, `$17.85 refunded on order ${order.slice(-8)}`)
  await context.close()
})

/** @shows row-182 */
test('the cart shows taxes of the default address in its total @phone', async ({
  browser,
  seed,
}) => {
  const part = await seed.part({ price: 20 })
  const mia = newPerson()
  await createAccount(mia, { baseURL, sandboxUrl })
  const page = await browser.newPage({
    baseURL,
    viewport: test.info().project.use.viewport ?? null,
  })
  await recordToasts(page.context())
  await login(page, mia)
  await page.goto(`/order/${part.id}?quantity=10`)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expectToast(page, `Added to cart: 10 × ${part.name}`, 'status')
  await page.goto('/cart')
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('Subtotal (10 units)$200.00')
  await expect(summary).toContainText('19% VAT$38.00')
  await expect(summary).toContainText('Total$238.00')
  await summary.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('$238.00').first()).toBeVisible()
  await page.close()
})

/** @shows row-207 */
test('sums with shipping and taxes are neither cut off nor broken at any width', async ({
  browser,
  seed,
}) => {
  const mia = newPerson()
  await createAccount(mia, { baseURL, sandboxUrl })
  // The copies of a page have styles of their own.
  const page = await browser.newPage({ baseURL, bypassCSP: true })
  const main = mainOf(page)
  await prepareWidths(page)
  await login(page, mia)
  const parts = [
    await seed.part({ price: 12_345.67 }),
    await seed.part({ price: 2450.05 }),
  ] as const
  await fillCart(mia, [parts[0], 20], [parts[1], 20])
  const expectNoFault = async (path: string) => {
    await page.goto(path)
    await expect(main.getByText(/tax|VAT/).first()).toBeAttached()
    expect.soft(await faultsByWidth(page), path).toEqual([])
  }
  await expectNoFault('/cart')
  await main.getByRole('button', { name: 'Place order' }).click()
  const pay = main.getByRole('link', { name: 'Pay now' })
  await expect(pay).toBeVisible()
  const payment = await pay.getAttribute('href')
  await expectNoFault('/dashboard/myOrder')
  await expectNoFault(payment ?? '')
  await expectNoFault(`/order/${parts[0].id}?quantity=20`)
  await page.close()
})
