import { expect, test } from 'vitest'
import { tradeSteps } from '../../testing/steps/trade.ts'
import { openReservations } from '../../testing/reservations.ts'
import type { TestUser } from '../../testing/shop.ts'

const settings = { TRADE_RESERVATIONS_MAX: '12', TRADE_RESERVED_LINES_MAX: '11' }
const { shop, steps, place, isReserved } = await openReservations()
const few = await openReservations(settings)
const trade = tradeSteps(shop)
const fewTrade = tradeSteps(few.shop)
const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
const fewAdmin = await few.shop.signIn({ name: 'Ada', isAdmin: true })

const secondsReserved = async (user: TestUser) => {
  const { insertedId } = (await place(user, await shop.stock())).body
  const [row] = await steps.query(
    'select extract(epoch from held_until - created_at)::int as seconds from orders where id = $1',
    [insertedId],
  )
  return row!['seconds']
}

/** @shows row-177, P15 */
test('an approved account reserves all of many stocks for eight hours before its first payment; a former one does not', async () => {
  const tara = await trade.approved(admin)
  expect(await secondsReserved(tara)).toBe(8 * 60 * 60)
  for (let count = 0; count < 14; count += 1) {
    const { insertedId } = (await place(tara, await shop.stock({ quantity: 40 }), 40)).body
    expect(await isReserved(insertedId)).toBe(true)
  }
  const fay = await trade.approved(admin)
  await trade.decide(admin, fay, { state: 'closed' })
  expect(await secondsReserved(fay)).toBe(10 * 60)
  const { insertedId } = (await place(fay, await shop.stock({ quantity: 40 }), 40)).body
  expect(await isReserved(insertedId)).toBe(false)
})

/** @shows row-177 */
test('a request alone changes no limit', async () => {
  const ana = await shop.signIn()
  await trade.ask(ana)
  expect(await secondsReserved(ana)).toBe(10 * 60)
})

/** @shows row-177, P15 */
test('simultaneous orders of a trade account keep its own limits, and the refusal names them', async () => {
  const tara = await fewTrade.approved(fewAdmin)
  const part = await few.shop.stock({ quantity: 1_000 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => few.place(tara, part)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(11)
  const { body } = await few.place(tara, part)
  expect(body.detail).toBe(
    'You can have 11 parts in unpaid orders at a time, and you have 11. Pay or delete an unpaid order, or order fewer parts at a time',
  )
  expect(await few.steps.unitsLeft(part.id)).toBe(890)
})
