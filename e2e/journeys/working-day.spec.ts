import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { openInShopFont } from '../support/drawn-fonts.ts'
import { expect, signIn, test } from '../support/fixtures.ts'

/** What catalogues and customers really contain: words without a break, long names, long addresses. */
const names = [
  'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesells',
  'Front bumper cover with grille, fog lamp frames, parking sensors, washer holes and all brackets for estates, left-hand ',
  'Door Rubber',
]
const emails = [
  'maximiliane.mustermann-schwarzenberger.purchasing@parts-wholesale-lower-saxony.example',
  'mia@shop.example',
]

const rowCount = 25

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    product: randomUUID(),
    name: pick(names, index),
    img: '/parts/engine.svg',
    unitPrice: 12.34,
    quantity: 25_000,
  }))

/** Every other order has forty parts; the same and others have a long number of the buyer's own. */
const ordersOf = (email?: string) =>
  Array.from({ length: rowCount }, (_, index) => {
    const status = pick(['paid', 'paid', 'unpaid', 'shipped', 'refunded'], index)
    const isPaid = status === 'paid' || status === 'shipped'
    const createdAt = '2026-11-20T10:00:00.000Z'
    return {
      _id: randomUUID(),
      name: pick(names, index),
      price: 12_345_678.9,
      quantity: 1_000_000,
      email: email ?? pick(emails, index),
      status,
      paid: isPaid,
      shipping: status === 'shipped',
      transactionId:
        status === 'unpaid' ? null : `pi_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      product: randomUUID(),
      img: '/parts/engine.svg',
      unitPrice: 12.34,
      shippingCost: 0,
      lines: linesOf(pick([40, 1], index)),
      reference: pick(
        ['Workshop Bremen / cost centre 4711 / order of November 2026', undefined, 'PO-7'],
        index,
      ),
      createdAt,
      heldUntil: status === 'unpaid' ? '2026-11-20T11:00:00.000Z' : null,
      delivery: pick(
        [null, { name: pick(names, index), phone: '+1 555 010 0100', address: pick(names, index) }],
        index,
      ),
      steps: [
        'placed',
        ...(isPaid ? ['paid'] : []),
        ...(status === 'shipped' ? ['shipped'] : []),
      ].map((kind) => ({ kind, at: createdAt })),
    }
  })

const productsOf = () =>
  Array.from({ length: rowCount }, (_, index) => ({
    _id: randomUUID(),
    name: pick(names, index),
    partNumber: pick(['AP-LT-2110-L', 'A'.repeat(40)], index),
    price: pick([0.05, 999_999.99], index),
    quantity: pick([0, 12, 1_000_000], index),
    description: 'A part for tests',
    img: '/parts/engine.svg',
    email: pick(emails, index),
  }))

const answer = (page: Page, path: RegExp, rows: () => object[]) =>
  page.route(path, (route) => route.fulfill({ json: rows() }))

/** The rows that are entirely in view. */
const wholeRows = (rows: Locator) =>
  rows.evaluateAll(
    (elements) =>
      elements.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }).length,
  )

/** The buttons and links of the rows that leave the view at a side. */
const actionsOutside = (rows: Locator) =>
  rows
    .getByRole('button')
    .or(rows.getByRole('link'))
    .evaluateAll((actions) =>
      actions
        .filter((action) => {
          const { left, right } = action.getBoundingClientRect()
          const end = document.documentElement.clientWidth
          const card = action.closest('.table-card')?.getBoundingClientRect()
          return left < 0 || right > Math.min(end, card?.right ?? end)
        })
        .map(({ textContent }) => textContent),
    )

/** A window of 1280 px, and the same with a classic scrollbar. */
const widths = [1280, 1265]

async function expectRows(page: Page, rows: Locator, min: number) {
  await expect(rows).toHaveCount(rowCount)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const found = await wholeRows(rows)
    expect.soft(found, `whole rows at ${width} px`).toBeGreaterThanOrEqual(min)
    expect.soft(await actionsOutside(rows), `actions out of view at ${width} px`).toEqual([])
  }
}

const dotShapes = (page: Page) =>
  page.locator('.stock').evaluateAll((dots) => [
    ...new Set(
      dots.map((dot) => {
        const { inlineSize, blockSize, borderRadius } = getComputedStyle(dot, '::before')
        return inlineSize === blockSize && borderRadius === '50%' ? 'round' : 'squashed'
      }),
    ),
  ])

const bodyRows = (page: Page) => page.locator('.table tbody tr')

/** @shows row-113 */
test('nine orders and their actions are in view, with long words and addresses too', async ({
  page,
  seed,
}) => {
  await answer(page, /\/api\/order\?/, () => ordersOf())
  await signIn(page, seed.admin)
  await openInShopFont(page, '/dashboard/manageAllOrders')
  await expectRows(page, bodyRows(page), 9)
})

/** @shows row-113 */
test('nine products and their actions are in view, with long words too', async ({ page, seed }) => {
  await answer(page, /\/api\/manage\/products\?/, productsOf)
  await signIn(page, seed.admin)
  await openInShopFont(page, '/dashboard/manageProduct')
  await expectRows(page, bodyRows(page), 9)
  expect(await dotShapes(page)).toEqual(['round'])
})

/** @shows row-114 */
test('four of the customer’s own orders are in view', async ({ page, customer }) => {
  await answer(page, /\/api\/singleOrder\?/, () => ordersOf(customer.email))
  await signIn(page, customer)
  await openInShopFont(page, '/dashboard/myOrder')
  await expectRows(page, page.locator('.my-orders > li'), 4)
})
