import { expect, test } from 'vitest'
import { clockIn } from '#contract/formats/clock.ts'
import { tradeSales } from '#contract/trade-sales.ts'
import { openPayments } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import { tradeSteps } from '../../testing/steps/trade.ts'

const { shop, steps } = await openPayments()
const trade = tradeSteps(shop)
const admin = await shop.signIn({ name: 'Ada', isAdmin: true })

const today = clockIn(shop.config.TIME_ZONE).iso(new Date()).slice(0, 10)
const period = { from: today, to: today }

async function buy(user: TestUser, quantity = 10) {
  const ordered = await steps.order(user, { quantity })
  await steps.report(user, ordered.id, await steps.payAtProvider(user, ordered))
  return ordered
}

/** As if a price list had lowered it to today's price. */
const raiseListPrice = (order: string, cents: number) =>
  steps.query(
    `alter table order_lines disable trigger user;
     update order_lines set list_price_cents = ${cents}, price_from = 'Workshops' where order_id = '${order}';
     alter table order_lines enable trigger user`,
  )

const salesOf = async (filter: object) =>
  (await shop.call(admin, tradeSales.list, { query: { ...period, ...filter } })).body
const totalsOf = async (filter: object) =>
  (await shop.call(admin, tradeSales.totals, { query: { ...period, ...filter } })).body

/** @shows row-178 */
test('sales of trade accounts are summed by account, product and price, with what the list price would have brought', async () => {
  const company = 'Sums and Sons'
  const tara = await trade.approved(admin, { company })
  const [reduced, listed] = [await buy(tara, 10), await buy(tara, 20)]
  await raiseListPrice(reduced.id, 9000)
  const rows = await salesOf({ account: company })
  expect(rows).toMatchObject([
    { units: 20, unitPrice: 68, listPrice: 68, amount: 1360, atListPrice: 1360 },
    { units: 10, unitPrice: 68, listPrice: 90, amount: 680, atListPrice: 900 },
  ])
  expect(rows[1]).toMatchObject({ email: tara.email, company, name: reduced.part.name, orders: 1 })
  expect(await totalsOf({ account: company })).toEqual({
    count: 2,
    isCapped: false,
    orders: 2,
    units: 30,
    amount: 2040,
    atListPrice: 2260,
  })
  expect(await salesOf({ account: 'sums AND', page: 2, limit: 1 })).toEqual([rows[1]])
  expect(await salesOf({ account: company, product: listed.part.name })).toEqual([rows[0]])
  const { body: file } = await shop.app.inject({
    url: '/api/manage/tradeSales/export',
    query: { ...period, account: company },
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const [head, ...lines] = file.trim().split('\r\n')
  expect(head).toContain('Order,Placed,Customer,Company,Part number')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`${company},,${reduced.part.name},10,68.00,90.00,Workshops,680.00`)
  expect(lines[0]).toMatch(/,900\.00,220\.00$/)
})

/** @shows row-178 */
test('unpaid and refunded orders, other days and accounts without terms of their own do not count as sales', async () => {
  const company = 'Nothing Yet'
  const tara = await trade.approved(admin, { company })
  await steps.order(tara)
  expect(await salesOf({ account: company })).toEqual([])
  const paid = await buy(tara)
  expect(await salesOf({ account: company })).toHaveLength(1)
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  expect(await salesOf({ account: company, from: before, to: before })).toEqual([])
  await steps.query(`update orders set status = 'refunded' where id = $1`, [paid.id])
  expect(await salesOf({ account: company })).toEqual([])
  const mia = await shop.signIn()
  await buy(mia)
  expect(await salesOf({ account: mia.email })).toEqual([])
  const fay = await trade.approved(admin)
  await buy(fay)
  await trade.decide(admin, fay, { state: 'closed' })
  expect(await salesOf({ account: fay.email })).toHaveLength(1)
})

/** @shows row-178 */
test('what a former account bought stays in the sales when it asks again and withdraws that', async () => {
  const fay = await trade.approved(admin)
  await buy(fay)
  await trade.decide(admin, fay, { state: 'closed' })
  await trade.ask(fay)
  expect(await salesOf({ account: fay.email })).toHaveLength(1)
  expect((await trade.withdraw(fay)).body).toEqual({ deletedCount: 1 })
  expect(await salesOf({ account: fay.email })).toMatchObject([{ company: null, orders: 1 }])
})

test.each([
  [{ from: '2026-11-02', to: '2026-11-01' }, 'The last day is before the first'],
  [{ from: '2025-01-01', to: '2026-01-02' }, 'A period can have at most 366 days'],
  [{ from: '2026-11-01', to: '2026-11-31' }, 'A day since 2000, such as 2026-11-26'],
  [{ from: '2026-11-01', to: '0000-01-01' }, 'A day since 2000, such as 2026-11-26'],
])('the period %j is refused', async (query, message) => {
  const { body } = await shop.call(admin, tradeSales.totals, { query })
  expect(body.errors).toEqual([{ field: 'to', message }])
})
