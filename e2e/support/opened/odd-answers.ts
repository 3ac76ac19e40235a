import type { Page } from '@playwright/test'
import type { Address } from '#contract/addresses/addresses.ts'
import type { SavedList } from '#contract/cart/cart.ts'
import type { Message } from '#contract/contact.ts'
import type { GarageCar } from '#contract/garage-car.ts'
import type { OrderRefunds } from '#contract/invoices/refunds.ts'
import type { SynonymGroup } from '#contract/manage-search.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { ListPrices, PriceList } from '#contract/prices/price-lists.ts'
import type { ManagedTradeAccount } from '#contract/trade-accounts.ts'
import { longWord } from '../odd-contents.ts'

const email = `${'purchasing.'.repeat(5)}@parts-wholesale-lower-saxony.example`
const at = '2026-11-20T12:00:00.000Z'

/** The most units of a line. */
export const manyUnits = 1_000_000
const mostDollars = 999_999.99

/** Many units and a high price by turns: an order costs less than a million. */
const costOf = (index: number) =>
  index % 2 === 0
    ? { quantity: manyUnits, unitPrice: 0.99 }
    : { quantity: 1, unitPrice: mostDollars }

const lines = (length: number) => Array.from({ length }, (_, index) => index)

/** A text of this many characters with and without blanks. */
const textOf = (length: number) =>
  `${longWord}, Front bumper cover `.repeat(60).slice(0, length).trim()

const address: Omit<Address, '_id' | 'isDefault'> = {
  name: textOf(100),
  phone: '+49 5551 46498632 ext 24',
  company: textOf(80),
  street: textOf(160),
  postalCode: '46498632',
  town: textOf(80),
  region: '',
  country: 'DE',
  printed: `${textOf(80)}\n${textOf(160)}\n46498632 ${textOf(80)}\nGermany`,
}

const addresses: Address[] = [
  { ...address, _id: '1', isDefault: true },
  { ...address, _id: '2', isDefault: false, name: 'Mia' },
]

const savedLists: SavedList[] = lines(2).map((index) => ({
  _id: `${index}`,
  name: index === 0 ? longWord.slice(0, 60) : textOf(60),
  parts: 200,
  savedAt: at,
}))

const messages: Message[] = [
  {
    _id: '1',
    name: textOf(100),
    email,
    phone: '0049 5551 46498632',
    message: textOf(1200),
    createdAt: at,
    done: false,
  },
]

const synonyms: SynonymGroup[] = [
  {
    _id: '1',
    terms: lines(20).map((index) => `${longWord.slice(0, 38)}${index}`),
    isOfTrade: false,
    kind: null,
  },
]

const priceLists: PriceList[] = [
  {
    _id: '1',
    name: longWord.slice(0, 60),
    percentOff: 12.55,
    minOrder: mostDollars,
    createdAt: at,
    accounts: manyUnits,
    products: manyUnits,
  },
]

const rungs = lines(8).map((index) => ({ from: manyUnits - 8 + index, price: mostDollars - index }))
const listPrices: ListPrices[] = [
  { _id: '1', product: { _id: '1', name: textOf(110), price: mostDollars }, prices: rungs },
]

const tradeAccounts: ManagedTradeAccount[] = [
  {
    _id: '1',
    email,
    name: textOf(100),
    company: textOf(100),
    taxId: 'DE46498632'.repeat(4),
    invoiceAddress: address.printed,
    referencePrefix: '',
    needsReference: false,
    reason: '',
    askedAt: at,
    decidedAt: null,
    taxExempt: true,
    state: 'asked',
    priceList: null,
  },
]

const refunds: OrderRefunds = {
  paid: mostDollars,
  refunded: mostDollars - 1,
  left: mostDollars,
  lines: lines(24).map((index) => ({
    product: `${index}`,
    name: index % 3 === 0 ? `${longWord} ${index}` : textOf(60 + index),
    ...costOf(index),
    refunded: 0,
  })),
  refunds: lines(3).map((index) => ({
    amount: mostDollars,
    at: `2026-11-20T12:00:0${index}.000Z`,
    state: 'made',
    creditNote: 46_498_632 + index,
    reason: textOf(200),
  })),
}

/** Both orders of the buyer paid and without an address, with as many units of as high a price as there are. */
const toShip = (order: Order): Order => ({
  ...order,
  status: 'paid',
  paid: true,
  delivery: order.status === 'paid' ? order.delivery : null,
  lines: order.lines.map((line, index) => ({ ...line, ...costOf(index) })),
})

const cars: GarageCar[] = [
  { id: 1, vehicle: 'volkswagen/golf/2014', make: longWord.slice(0, 60), model: textOf(60) },
  {
    id: 2,
    vehicle: 'volkswagen/golf/2013',
    make: textOf(60),
    model: longWord.slice(0, 60),
    engine: '2.5l-petrol',
    ownName: longWord.slice(0, 40),
  },
  { id: 3, vehicle: 'gone/gone/2013', make: 'Gone', model: 'Gone', ownName: textOf(40) },
]
const garage = { version: 1, chosen: 1, cars }

const answers: Record<string, object> = {
  '**/api/addresses': addresses,
  '**/api/savedLists': savedLists,
  '**/api/contact?*': messages,
  '**/api/manage/synonyms?*': synonyms,
  '**/api/manage/priceLists': priceLists,
  '**/api/manage/priceLists/*/prices?*': listPrices,
  '**/api/manage/tradeAccounts?*': tradeAccounts,
  '**/api/manage/orders/*/refunds': refunds,
}

/**
 * Has the page read rows as long and amounts as large as the shop allows, with cars of long names in its garage, and
 * change nothing by what is pressed. Called before the page is opened.
 */
export async function answerOddly(page: Page) {
  await page.addInitScript((garage) => {
    if (!localStorage.getItem('garage')) localStorage.setItem('garage', garage)
  }, JSON.stringify(garage))
  for (const [path, json] of Object.entries(answers))
    await page.route(path, (route) => route.fulfill({ json }))
  await page.route('**/api/order?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: ((await response.json()) as Order[]).map(toShip) })
  })
  await page.route('**/api/order/shipping/*', (route) =>
    route.fulfill({ json: { modifiedCount: 1, undoSeconds: 300 } }),
  )
  await page.route('**/api/product/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ json: { deletedCount: 1 } })
      : route.fallback(),
  )
}

/** Empties every list that a page reads. */
export async function emptyLists(page: Page) {
  await page.route('**/api/**', async (route) => {
    // Its days are always thirty.
    const isList = route.request().method() === 'GET' && !route.request().url().includes('/revenue')
    if (!isList) return route.fallback()
    const response = await route.fetch()
    const json: unknown = await response.json().catch(() => undefined)
    return route.fulfill({ response, ...(Array.isArray(json) && { json: [] }) })
  })
  await page.route('**/api/manage/orders/pickList', (route) =>
    route.fulfill({ json: { orders: 0, isCapped: false, parts: [] } }),
  )
}
