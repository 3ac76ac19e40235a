import type { Page } from '@playwright/test'
import { expect, fillCard, signIn, test, waitForHydration } from '../support/fixtures.ts'
import { mainOf } from '../support/steps.ts'

/** Makes the next change of the page by React fail, as an extension does that takes nodes away. */
const breakNextChange = (page: Page) =>
  page.evaluate(() => {
    const { insertBefore, appendChild } = Node.prototype
    const breaking = (change: (...nodes: never[]) => unknown) =>
      function changed(this: Node, ...nodes: never[]) {
        // React prepares what it adds outside of the page, and repeats what fails there.
        if (!document.querySelector('main')?.contains(this)) return change.apply(this, nodes)
        Object.assign(Node.prototype, { insertBefore, appendChild })
        throw new DOMException('The node is not a child of this node.', 'NotFoundError')
      }
    Object.assign(Node.prototype, {
      insertBefore: breaking(insertBefore),
      appendChild: breaking(appendChild),
    })
  })

/** The page in place of the broken one. */
async function expectBroken(page: Page, reason: string, retry = 'Reload page') {
  const alert = mainOf(page).getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('This page could not be shown')
  await expect(alert.getByRole('paragraph')).toHaveText(
    `Something went wrong on our side.${reason && ` ${reason}`}`,
  )
  await expect(alert.getByRole('button')).toHaveText(retry)
  return alert
}

const myOrder = (page: Page) => mainOf(page).getByRole('alert').getByRole('link')

/** @shows row-190 */
test('a page that breaks at Order Now leads to My Order and repeats nothing @phone', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part({ quantity: 40, price: 68 })
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  const main = mainOf(page)
  await main.getByLabel('Quantity').fill('20')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  const order = main.getByRole('button', { name: 'Order Now' })
  await expect(order).toBeEnabled()
  await breakNextChange(page)
  await order.click()
  await expectBroken(page, 'We can’t tell whether your order was placed. Look at My Order first.')
  const placed: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') placed.push(request.url())
  })
  await main.getByRole('button', { name: 'Reload page' }).click()
  await expect(main.getByRole('heading', { name: part.name })).toBeVisible()
  await waitForHydration(page)
  expect(placed.filter((url) => url.endsWith('/api/order'))).toEqual([])
  expect(await seed.unitsLeft(part)).toBe(20)
})

/** @shows row-190 */
test('a page that breaks at Pay says that the payment is not known, and My Order has it', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  const order = await seed.order(customer, part)
  await signIn(page, customer)
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, '4242424242424242')
  const reported = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.route('**/api/order/*', async (route) => {
    if (route.request().method() === 'PATCH') await breakNextChange(page)
    await route.continue()
  })
  await mainOf(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await reported
  await expectBroken(
    page,
    'We can’t tell whether your payment was made. Look at My Order before you pay again.',
  )
  await page.unroute('**/api/order/*')
  await expect(myOrder(page)).toHaveText('My Order')
  await myOrder(page).click()
  await expect(page.getByRole('listitem').filter({ hasText: part.name })).toContainText('Pending')
})

/** @shows row-190 */
test('a page that breaks at another change claims nothing about it, and nothing without a change', async ({
  page,
  customer,
}) => {
  await signIn(page, customer)
  await page.goto('/dashboard/addReview')
  const main = mainOf(page)
  await main.getByLabel('Title').fill('Fits at once')
  await main.getByText('5 stars').click({ force: true })
  await main.getByLabel('Description').fill('No trimming, and the plug was right')
  await breakNextChange(page)
  await main.getByRole('button', { name: 'Add review' }).click()
  await expectBroken(
    page,
    'We can’t tell whether your last change was saved. Look before you repeat it.',
  )
  await expect(myOrder(page)).toHaveCount(0)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveTitle('Contact-Auto Parts')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first().click()
  await expect(page).toHaveTitle('About-Auto Parts')
  await breakNextChange(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expectBroken(page, '', 'Try again')
})

/** @shows row-190 */
test('a page after an order whose code is missing does not hide the order', async ({
  page,
  customer,
  seed,
}) => {
  const part = await seed.part()
  await signIn(page, customer)
  await page.goto(`/order/${part.id}`)
  const main = mainOf(page)
  await main.getByLabel('Quantity').fill('20')
  await main.getByRole('button', { name: 'Calculate Amount' }).click()
  await main.getByRole('button', { name: 'Order Now' }).click()
  const payNow = main.getByRole('link', { name: 'Pay now' })
  await expect(payNow).toBeVisible()
  await page.context().setOffline(true)
  await payNow.click()
  await expect(main.getByRole('alert').getByRole('paragraph')).toHaveText(
    'The shop cannot be reached. We can’t tell whether your order was placed. Look at My Order first.',
  )
})
