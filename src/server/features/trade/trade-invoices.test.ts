import { expect, test } from 'vitest'
import { OneOrder } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { profiles } from '#contract/profiles.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { reconcilePayments } from '../payments/reconcile.ts'
import { openPayments } from '../../testing/payments.ts'
import { textOf } from '../../testing/pdf-text.ts'
import type { TestUser } from '../../testing/shop.ts'
import { tradeFacts, tradeSteps } from '../../testing/steps/trade.ts'

const { shop, steps } = await openPayments()
const trade = tradeSteps(shop)
const admin = await shop.signIn({ name: 'Ada', isAdmin: true })

const paidOrder = async (user: TestUser) => {
  const ordered = await steps.order(user)
  await steps.report(user, ordered.id, await steps.payAtProvider(user, ordered))
  return ordered.id
}

/** Paid after it got an address. */
const deliveredOrder = async (user: TestUser) => {
  const ordered = await steps.order(user)
  await shop.call(user, ownOrders.deliver, {
    params: { id: ordered.id },
    body: { name: 'Hanako Suzuki', phone: '+81 3 5555 0100', address: '1-1-1 Marunouchi' },
  })
  await steps.report(user, ordered.id, await steps.payAtProvider(user, ordered))
  return ordered.id
}

const saveProfile = (user: TestUser) =>
  shop.call(user, profiles.save, {
    params: { email: user.email },
    body: {
      name: 'Mia',
      address: '3 Home Street',
      phone: '+1 555 0100 200',
      fbLink: 'https://social.example/mia',
      img: '/parts/wheel-rim.svg',
    },
  })

const billToOf = async (user: TestUser, id: string) => {
  const body: unknown = await steps.read(user, id)
  return OneOrder.parse(body).invoice?.billTo
}

const company = {
  company: tradeFacts.company,
  name: 'Mia',
  address: tradeFacts.invoiceAddress,
  taxId: tradeFacts.taxId,
}

/** @shows row-176 */
test('an invoice names the company of an approved trade account, and stays as it was issued', async () => {
  const tara = await trade.approved(admin)
  const id = await paidOrder(tara)
  expect(await billToOf(tara, id)).toEqual(company)
  await trade.ask(tara, { invoiceAddress: '2 New Road' })
  await trade.decide(admin, tara, { state: 'closed' })
  expect(await billToOf(tara, id)).toEqual(company)
  const { rawPayload } = await shop.app.inject({
    url: `/api${pathOf(ownOrders.invoice, { id })}`,
    headers: { authorization: `Bearer ${tara.token}` },
  })
  expect(textOf(rawPayload)).toEqual(
    expect.arrayContaining(['Test Workshop', 'Mia', '1 Test Street', 'Tax ID: 12-3456789']),
  )
})

/** @shows row-176 */
test('an invoice of an order from before a change of the e-mail address names its buyer', async () => {
  const tara = await trade.approved(admin)
  const mia = await shop.signIn()
  await saveProfile(mia)
  const ordered = new Map([
    [tara, await steps.order(tara)],
    [mia, await steps.order(mia)],
  ])
  for (const [user, order] of ordered) {
    await steps.query('update users set email = $2 where uid = $1', [user.uid, `new.${user.email}`])
    await steps.report(user, order.id, await steps.payAtProvider(user, order))
  }
  expect(await billToOf(tara, ordered.get(tara)!.id)).toEqual(company)
  expect(await billToOf(mia, ordered.get(mia)!.id)).toEqual({
    name: 'Mia',
    address: '3 Home Street',
  })
})

/** @shows row-135 */
test('an invoice has the name that belongs to its address: of the profile, else of the delivery', async () => {
  const account = await shop.signIn({ name: 'Account' })
  const id = await deliveredOrder(account)
  expect(await billToOf(account, id)).toEqual({ name: 'Hanako Suzuki' })
  const { rawPayload } = await shop.app.inject({
    url: `/api${pathOf(ownOrders.invoice, { id })}`,
    headers: { authorization: `Bearer ${account.token}` },
  })
  expect(textOf(rawPayload)).not.toContain('Account')
  await saveProfile(account)
  const profile = { name: 'Mia', address: '3 Home Street' }
  expect(await billToOf(account, await deliveredOrder(account))).toEqual(profile)
  expect(await billToOf(account, id)).toEqual({ name: 'Hanako Suzuki' })
})

/** @shows row-135, row-176 */
test('an invoice has the name of the account for a company, and for an order without an address', async () => {
  const tara = await trade.approved(admin)
  expect(await billToOf(tara, await deliveredOrder(tara))).toEqual(company)
  const account = await shop.signIn({ name: 'Account' })
  expect(await billToOf(account, await paidOrder(account))).toEqual({ name: 'Account' })
})

/** @shows row-176, P8 */
test('an invoice of an account that is being erased names nobody', async () => {
  const tara = await trade.approved(admin)
  const order = await steps.order(tara)
  await steps.payAtProvider(tara, order)
  await steps.query(
    'update users set deactivated_at = now(), erasure_requested_at = now() where uid = $1',
    [tara.uid],
  )
  await steps.makeDue()
  await reconcilePayments(shop.shop)
  expect(
    await steps.query(
      'select bill_to_company, bill_to_name, bill_to_address from invoices where order_id = $1',
      [order.id],
    ),
  ).toEqual([{ bill_to_company: null, bill_to_name: null, bill_to_address: null }])
})

/** @shows row-176 */
test('an invoice of an applicant or a former trade account names the person alone', async () => {
  const ana = await shop.signIn()
  await trade.ask(ana)
  const fay = await trade.approved(admin)
  await trade.decide(admin, fay, { state: 'closed' })
  for (const person of [ana, fay]) {
    expect(await billToOf(person, await paidOrder(person))).toEqual({ name: 'Mia' })
  }
})

/** @shows row-176, P8 */
test('the company leaves the invoices with the name, also when the last release removes that', async () => {
  const tara = await trade.approved(admin)
  const id = await paidOrder(tara)
  const asTheLastRelease =
    'update invoices set bill_to_name = null, bill_to_address = null where order_id = $1'
  await steps.query(asTheLastRelease, [id])
  expect(await billToOf(tara, id)).toEqual({})
  await expect(
    steps.query(`update invoices set bill_to_company = 'Another' where order_id = $1`, [
      await paidOrder(await trade.approved(admin)),
    ]),
  ).rejects.toThrow('only loses the contacts')
})
