import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { addresses } from '#contract/addresses/addresses.ts'
import { OneOrder, orders } from '#contract/orders/orders.ts'
import { expectInvariantsToHold, paymentSteps } from '../payments.ts'
import { openShop } from '../shop.ts'
import type { TestUser } from '../shop.ts'

const rates = `Country,Region,Name,Percent,Shipping
DE,,VAT,19,yes
CA,,GST,5,yes
CA,QC,GST,5,yes
CA,QC,QST,9.975,no
CA,BC,GST,5,yes
CA,BC,PST,7,no
US,CA,Sales tax,7.25,no
BR,,ICMS,17,no
`

/**
 * A shop with taxes for one test file: 19 % in Germany, where orders go by default, two rates in Quebec and British
 * Columbia, one that is not charged on shipping in California and Brazil, none in France.
 */
export async function openTaxedShop({
  place = 'DE',
  included = false,
  shippingCost = '4.90',
} = {}) {
  const file = join(mkdtempSync(join(tmpdir(), 'auto-parts-rates-')), 'rates.csv')
  writeFileSync(file, rates)
  const shop = await openShop({
    TAX_RATES_FILE: file,
    TAX_DEFAULT_PLACE: place,
    PRICES_INCLUDE_TAX: String(included),
    SHIPPING_COST: shippingCost,
  })
  afterAll(async () => {
    await expectInvariantsToHold(shop)
    await shop.close()
  })

  /** Adds an address to the address book, where the first is the default. */
  async function live(user: TestUser, country: 'DE' | 'FR' | 'CA', region = '') {
    const name = 'Mia Muster'
    const postalCode = country === 'CA' ? 'M5V 2T6' : '10115'
    const place = { street: '1 Test Street', postalCode, town: 'Town', region, country }
    const body = { name, phone: '+49 30 1234567', ...place }
    const added = await shop.call(user, addresses.add, { body })
    expect(added.status).toBe(200)
    return added.body.insertedId
  }

  /** Orders units of a new part, at $5 each if nothing else is said. */
  async function order(user: TestUser, quantity: number, price: number, cents = 500) {
    const part = await shop.stock({ price: cents, quantity: 1000 })
    const body = { product: part.id, name: part.name, quantity, price }
    const placed = await shop.call(user, orders.place, { body })
    return { ...placed, id: placed.body.insertedId, part, total: price }
  }

  async function read(user: TestUser, id: string) {
    const answer: { body: unknown } = await shop.call(user, orders.one, { params: { id } })
    return OneOrder.parse(answer.body)
  }

  const steps = paymentSteps(shop)

  const setExempt = ({ uid }: TestUser) =>
    steps.query(
      `insert into trade_accounts (user_id, state, company, invoice_address, tax_exempt, decided_at)
       select id, 'approved', 'Muster KFZ', 'Berlin', true, now() from users where uid = $1`,
      [uid],
    )

  return { shop, steps, live, order, read, setExempt }
}
