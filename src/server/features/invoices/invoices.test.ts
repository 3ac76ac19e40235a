import { expect, test, vi } from 'vitest'
import { companyDetails } from '#contract/shared/company-details.ts'
import { OneOrder } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { noAddress } from '#contract/invoices/invoices.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { profiles } from '#contract/profiles.ts'
import { clockIn } from '#contract/formats/clock.ts'
import { placeLines } from '../../testing/order-lines.ts'
import { expectInvariantsToHold, openPayments } from '../../testing/payments.ts'
import { textOf } from '../../testing/pdf-text.ts'
import type { TestUser } from '../../testing/shop.ts'
import { settle } from '../payments/settle.ts'

const { shop, steps } = await openPayments()

const taxed = { TAX_NAME: 'VAT', TAX_PERCENT: 19, SELLER_TAX_ID: 'DE 123 456 789' }

/** The shop with other settings. */
const withTax = (settings: object = taxed) => ({
  ...shop.shop,
  config: { ...shop.shop.config, ...settings },
})

/** An order whose payment has arrived at the provider, and not at the shop. */
async function chargedOrder() {
  const mia = await shop.signIn()
  const ordered = await steps.order(mia)
  return { mia, ...ordered, intentId: await steps.payAtProvider(mia, ordered) }
}

const chargedOrders = (count: number) => Promise.all(countTo(count).map(chargedOrder))

const numbers = async () =>
  (await steps.query('select number from invoices order by number')).map(({ number }) => number)

const countTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

const invoiceOf = async (user: TestUser, id: string) => {
  const { rawPayload, headers } = await shop.app.inject({
    url: `/api${pathOf(ownOrders.invoice, { id })}`,
    headers: { authorization: `Bearer ${user.token}` },
  })
  return { text: textOf(rawPayload), headers }
}

const factsOf = async (user: TestUser, id: string) => {
  const body: unknown = await steps.read(user, id)
  return OneOrder.parse(body).invoice
}

/** @shows row-134, P2, asvs-2.3.4 */
test('simultaneous and repeated payments get one number each, without gaps', async () => {
  const charged = await chargedOrders(8)
  const before = (await numbers()).length
  await Promise.all(
    charged.flatMap(({ intentId }) => [settle(shop.shop, intentId), settle(shop.shop, intentId)]),
  )
  expect(await numbers()).toEqual(countTo(before + 8))
  await expectInvariantsToHold(shop)
})

/** @shows row-134, asvs-2.3.3 */
test('a payment that fails after its number was assigned leaves no gap, and takes the next later', async () => {
  const [lost, paid] = await chargedOrders(2)
  const before = (await numbers()).length
  const failing = vi.spyOn(shop.database.db, 'transaction').mockImplementationOnce(
    () =>
      ({
        execute: (work: (trx: never) => Promise<unknown>) => {
          vi.restoreAllMocks()
          return shop.database.db.transaction().execute(async (trx) => {
            await work(trx as never)
            throw new Error('connection lost')
          })
        },
      }) as never,
  )
  await expect(settle(shop.shop, lost!.intentId)).rejects.toThrow('connection lost')
  expect(failing).toHaveBeenCalledOnce()
  expect((await numbers()).length).toBe(before)
  await settle(shop.shop, paid!.intentId)
  await settle(shop.shop, lost!.intentId)
  expect(await numbers()).toEqual(countTo(before + 2))
  expect((await factsOf(paid!.mia, paid!.id))?.number).toBe(before + 1)
})

test('an unpaid order has no number', async () => {
  const mia = await shop.signIn()
  const { id } = await steps.order(mia)
  expect(await factsOf(mia, id)).toBeUndefined()
})

/** @shows row-135 */
test('invoice and credit note of an order without an address say so, and have it once the order has one', async () => {
  const { mia, id, intentId } = await chargedOrder()
  await settle(shop.shop, intentId)
  await steps.query(
    'update orders set delivery_name = null, delivery_address = null where id = $1',
    [id],
  )
  expect((await invoiceOf(mia, id)).text).toEqual(expect.arrayContaining(['Bill to', noAddress]))
  await steps.query(
    `update orders set delivery_name = 'Mia', delivery_phone = '+1 555 010 0100', delivery_address = '1 Late Street'
     where id = $1`,
    [id],
  )
  const { text } = await invoiceOf(mia, id)
  expect(text.filter((line) => line === '1 Late Street')).toHaveLength(2)
  expect(text).not.toContain(noAddress)
})

/** @shows row-135 */
test('an issued invoice stays as it is when profile and settings change', async () => {
  const { mia, id, intentId } = await chargedOrder()
  const profile = {
    name: 'Mia',
    address: '1 Test Street\nSpringfield',
    phone: '+1 555 010 0100',
    fbLink: 'https://social.example/mia',
    img: '/parts/wheel-rim.svg',
  }
  const save = (address: string) =>
    shop.call(mia, profiles.save, { params: { email: mia.email }, body: { ...profile, address } })
  await save(profile.address)
  await settle(withTax(), intentId)
  const facts = await factsOf(mia, id)
  expect(facts).toMatchObject({
    seller: {
      name: companyDetails.name,
      address: companyDetails.address,
      taxId: taxed.SELLER_TAX_ID,
    },
    billTo: { name: 'Mia', address: profile.address },
    tax: { name: 'VAT', percent: 19 },
  })
  await save('2 Other Street')
  await settle(withTax({ TAX_NAME: 'GST', TAX_PERCENT: 8.875 }), intentId)
  expect(await factsOf(mia, id)).toEqual(facts)

  const { text, headers } = await invoiceOf(mia, id)
  expect(headers['content-disposition']).toBe(`attachment; filename="invoice-${facts!.number}.pdf"`)
  expect(text).toEqual(
    expect.arrayContaining([
      `Invoice ${facts!.number}`,
      `Invoice date: ${clockIn(shop.config.TIME_ZONE).day(facts!.issuedAt)}`,
      'Tax ID: DE 123 456 789',
      '1 Test Street',
      'Springfield',
      '$680.00',
      'Includes 19% VAT',
      '$108.57',
    ]),
  )
  expect(text).not.toContain('2 Other Street')
})

test('payments under several settings at the same time share their terms', async () => {
  const charged = await chargedOrders(6)
  const terms = { TAX_NAME: 'Sales tax', TAX_PERCENT: 8.875 }
  await Promise.all(charged.map(({ intentId }) => settle(withTax(terms), intentId)))
  const stored = await steps.query(
    `select tax_rate, seller_tax_id from invoice_terms where tax_name = 'Sales tax'`,
  )
  expect(stored).toEqual([{ tax_rate: 8875, seller_tax_id: null }])
  expect((await factsOf(charged[0]!.mia, charged[0]!.id))?.tax).toEqual({
    name: 'Sales tax',
    percent: 8.875,
  })
})

/** @shows row-135 */
test('an order of two hundred parts has one invoice whose sheets are numbered and carry the sums over', async () => {
  const mia = await shop.signIn()
  const parts = await Promise.all(countTo(200).map(() => shop.stock()))
  const { body } = await placeLines(
    shop,
    mia,
    parts.map((part) => [part, 10]),
  )
  const total = parts.reduce((sum, { price }) => sum + price * 10, 0)
  const ordered = { id: body.insertedId, total, part: parts[0]! }
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  const { text } = await invoiceOf(mia, ordered.id)
  for (const { name } of parts) expect(text.join(' ')).toContain(name)
  const sheets = text.filter((line) => line.startsWith('Sheet '))
  expect(sheets.length).toBeGreaterThan(5)
  expect(sheets).toEqual(countTo(sheets.length).map((page) => `Sheet ${page} of ${sheets.length}`))
  const following = (label: string) =>
    text.flatMap((line, index) => (line === label ? [text[index + 1]] : []))
  expect(following('Carried over')).toHaveLength(sheets.length - 1)
  expect(following('Brought forward')).toEqual(following('Carried over'))
  expect(following('Total')).toEqual(['$136,000.00'])
})

/** @shows row-134 */
test('an invoice is never removed or renumbered', async () => {
  const { intentId } = await chargedOrder()
  await settle(shop.shop, intentId)
  for (const change of [
    'delete from invoices',
    'update invoices set number = number + 1000',
    `update invoices set bill_to_name = 'Another'`,
    'truncate invoices',
    `update invoice_terms set tax_name = 'None'`,
  ]) {
    await expect(steps.query(change), change).rejects.toThrow()
  }
})
