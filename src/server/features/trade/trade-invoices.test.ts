import { expect, test } from 'vitest'
import { OneOrder } from '#contract/orders.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
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
