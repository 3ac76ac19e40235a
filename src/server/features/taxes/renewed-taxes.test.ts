import { expect, test } from 'vitest'
import { addresses } from '#contract/addresses/addresses.ts'
import type { TaxConfig } from '../../config/tax-settings.ts'
import { expireReservations } from '../payments/jobs.ts'
import { openPayment } from '../payments/open-payment.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import type { TestUser } from '../../testing/shop.ts'

const net = await openTaxedShop()
const gross = await openTaxedShop({ included: true })

type Lapsed = Awaited<ReturnType<typeof net.order>>

/** An order of ten units whose reservation has expired long ago. */
async function lapsed({ shop, steps, order }: typeof net, user: TestUser, price: number) {
  const ordered = await order(user, 10, price)
  expect(ordered.status).toBe(200)
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  await steps.query(`update orders set released_at = now() - interval '1 day' where id = $1`, [
    ordered.id,
  ])
  return ordered
}

const close = ({ steps }: typeof net, { uid }: TestUser) =>
  steps.query(
    `update trade_accounts set state = 'closed', tax_exempt = false from users where users.id = user_id and uid = $1`,
    [uid],
  )

const unverify = ({ steps }: typeof net, { uid }: TestUser) =>
  steps.query('update users set email_verified = false where uid = $1', [uid])

/** Opens the payment of an order in a shop that has these taxes by now. */
async function openIn(taxed: typeof net, user: TestUser, ordered: Lapsed, taxes?: TaxConfig) {
  const { shop, steps } = taxed
  const [row] = await steps.query('select id from users where uid = $1', [user.uid])
  return openPayment(
    { ...shop.shop, config: { ...shop.shop.config, taxes } },
    {
      user: { id: String(row?.['id']), isTrade: false, priceList: null },
      price: ordered.total,
      order: ordered.id,
    },
  )
}

const vatOf = (percent: number, included = false, name = 'VAT'): TaxConfig => ({
  included,
  defaultPlace: { country: 'DE', region: '' },
  rates: {
    areaOf: () => ({ key: 'DE', name: 'Germany', rates: [{ name, percent, onShipping: true }] }),
  },
})

/** @shows row-181, P6 */
test.each([
  ['net, closed', net, 54.9, 65.33, close],
  ['gross, closed', gross, 46.14, 54.9, close],
  ['net, no longer verified', net, 54.9, 65.33, unverify],
] as const)(
  'an expired order of a formerly exempt buyer is refused with the current taxes: %s',
  async (_, taxed, total, currentTotal, end) => {
    const mia = await taxed.shop.signIn()
    await taxed.setExempt(mia)
    const [first, second] = [await lapsed(taxed, mia, total), await lapsed(taxed, mia, total)]
    expect((await taxed.steps.open(mia, first)).status).toBe(200)
    await end(taxed, mia)
    const { status, body } = await taxed.steps.open(mia, second)
    expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', currentTotal])
    expect(await taxed.steps.unitsLeft(second.part.id)).toBe(1000)
    // A reservation that has not ended keeps what was agreed to.
    expect((await taxed.steps.open(mia, first)).status).toBe(200)
  },
)

/** @shows row-181, P6 */
test.each([
  ['another rate', net, 65.33, vatOf(7), 58.74],
  ['no taxes any more', net, 65.33, undefined, 54.9],
  ['taxes in its prices', net, 65.33, vatOf(19, true), 54.9],
  ['another rate in its prices', gross, 54.9, vatOf(7, true), 54.9],
] as const)(
  'an expired order is refused once its area has %s',
  async (_, taxed, total, taxes, currentTotal) => {
    const mia = await taxed.shop.signIn()
    const ordered = await lapsed(taxed, mia, total)
    await expect(openIn(taxed, mia, ordered, taxes)).rejects.toMatchObject({
      code: 'price-changed',
      extra: { currentTotal },
    })
    expect((await taxed.steps.open(mia, ordered)).status).toBe(200)
  },
)

/** @shows row-181 */
test('an expired order is renewed if its taxes have another name only', async () => {
  const mia = await net.shop.signIn()
  const ordered = await lapsed(net, mia, 65.33)
  expect(await openIn(net, mia, ordered, vatOf(19, false, 'USt'))).toMatchObject({
    status: 'requires_payment_method',
  })
})

/** @shows row-181 */
test('an expired order is renewed by the rates of its own area, not of the account’s', async () => {
  const mia = await net.shop.signIn()
  const quebec = await net.live(mia, 'CA', 'QC')
  const ordered = await lapsed(net, mia, 62.64)
  const france = await net.live(mia, 'FR')
  await net.shop.call(mia, addresses.makeDefault, { params: { id: france } })
  await net.shop.call(mia, addresses.remove, { params: { id: quebec } })
  expect((await net.steps.open(mia, ordered)).status).toBe(200)
})
