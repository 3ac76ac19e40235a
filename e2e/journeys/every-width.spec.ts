import { byName, sampleOf } from '#server/testing/sample.ts'
import { roles, viewsFor, visitEveryPage } from '../support/every-page.ts'
import { fillCart, removeFromCart } from '../support/carts.ts'
import { expect, signIn, test, waitUntilLoaded } from '../support/fixtures.ts'
import { checkList } from '../support/quick-order.ts'
import { mainOf } from '../support/steps.ts'
import { keepCarFromTheStart } from '../support/garage.ts'
import { longWord, seedOddContents } from '../support/odd-contents.ts'
import { faultsByWidth, faultsWithoutScripts, prepareWidths } from '../support/layout/widths.ts'

test.describe.configure({ timeout: 400_000 })

for (const role of roles) {
  /** @shows row-207 */
  test(`no page of a ${role} has a control that is cut off or covered, or a number that breaks, at any width`, async ({
    browser,
    customer,
    seed,
  }) => {
    const odd = await seedOddContents(seed)
    await visitEveryPage({
      browser,
      customer,
      seed,
      role,
      odd,
      select: (views) => sampleOf(`widths of a ${role}`, views, byName),
      // The copies of a page have styles of their own.
      contextOptions: { bypassCSP: true },
      prepare: async (page) => {
        await prepareWidths(page)
        if (role === 'customer') await keepCarFromTheStart(page, odd.make, 'Golf')
      },
      opened: async (page, { name }) => {
        expect.soft(await faultsByWidth(page), name).toEqual([])
      },
    })
  })
}

/** @shows row-207, row-124 */
test('no page that a visitor opens without scripts has such a fault at any width', async ({
  browser,
  customer,
  seed,
}) => {
  const odd = await seedOddContents(seed)
  const { views } = await viewsFor({ customer, seed, role: 'visitor', odd })
  const behindLogin = [
    `/order/${odd.part.id}`,
    `/order/${odd.word.id}`,
    '/quick-order',
    '/dashboard',
  ]
  const context = await browser.newContext({ javaScriptEnabled: false, bypassCSP: true })
  const page = await context.newPage()
  const pages = [...views, ...behindLogin.map((path, index) => ({ name: `login-${index}`, path }))]
  for (const { path } of sampleOf('widths without scripts', pages, byName)) {
    await page.goto(path)
    expect.soft(await faultsWithoutScripts(page), path).toEqual([])
  }
  await context.close()
})

/** @shows row-133, row-207 */
test('a number in a name of the pick list stays on one line, and a name without blanks wraps', async ({
  browser,
  seed,
}) => {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  const parts = ['Taillight 46498632', 'W'.repeat(80)].map((name, index) => ({
    product: `${index}`.repeat(24),
    partNumber: 'AP-LT-2110-L',
    name,
    quantity: 1_000_000,
    orders: [{ order: 'a'.repeat(24), quantity: 1_000_000, reference: 'PO-46498632' }],
  }))
  await page.route('**/api/manage/orders/pickList', (route) =>
    route.fulfill({ json: { orders: 1, isCapped: false, parts } }),
  )
  await signIn(page, seed.admin)
  await prepareWidths(page)
  await page.goto('/dashboard/pickList')
  await page.getByRole('table').waitFor()
  await waitUntilLoaded(page)
  expect(await faultsByWidth(page, [320, 340, 360])).toEqual([])
  await context.close()
})

/** @shows row-207 */
test('no page after an action has a control that is cut off or covered, or a number that breaks, at any width', async ({
  browser,
  seed,
}) => {
  const { buyer, part, word, mark } = await seedOddContents(seed)
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await prepareWidths(page)
  await signIn(page, buyer)

  await checkList(
    page,
    `AP-${mark}-${'9'.repeat(27)}\t1000000\n${longWord}${mark}\t12\nno such part ${mark}\t20`,
  )
  await expect(page.getByRole('row', { name: new RegExp(mark) }).first()).toBeVisible()
  expect.soft(await faultsByWidth(page), 'checked rows of a quick order').toEqual([])

  await page.goto(`/order/${part.id}`)
  await mainOf(page).getByRole('spinbutton').fill('10000')
  await mainOf(page).getByRole('button', { name: 'Calculate Amount' }).click()
  expect.soft(await faultsByWidth(page), 'sums of an order').toEqual([])

  await fillCart(buyer, [word, 12])
  await page.goto('/cart')
  await expect(mainOf(page)).toContainText(longWord)
  await removeFromCart(buyer, word)
  await mainOf(page)
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(mainOf(page).getByRole('alert').filter({ hasText: longWord })).toBeVisible()
  expect.soft(await faultsByWidth(page), 'a cart that another device has changed').toEqual([])
  await context.close()
})
