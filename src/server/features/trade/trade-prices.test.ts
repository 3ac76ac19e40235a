import { expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { prices } from '#contract/products/account-prices.ts'
import { findUsers } from '../../http/access.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openPayments, orderOf } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import { tradeSteps } from '../../testing/steps/trade.ts'

const { shop, steps } = await openPayments()
const trade = tradeSteps(shop)
const admin = await shop.signIn({ name: 'Ada', isAdmin: true })

const addList = async (name: string, percentOff = 25) =>
  (await priceSteps(shop).addList({ name, percentOff })).id

const priceFor = async (user: TestUser, product: string) =>
  (await shop.call(user, prices.own, { query: { products: product } })).body[0]

/** @shows row-175, P9 */
test('approving with a list gives its prices to the next request, changing and closing take them back', async () => {
  const [workshops, dealers] = [await addList('Workshops'), await addList('Dealers', 50)]
  const part = await shop.stock({ price: 6800 })
  const tara = await shop.signIn()
  await trade.ask(tara)
  expect((await priceFor(tara, part.id))?.price).toBe(68)
  await trade.decide(admin, tara, { state: 'approved', priceList: workshops })
  expect(await priceFor(tara, part.id)).toMatchObject({ price: 51, from: 'Workshops' })
  expect(await trade.of(tara)).toMatchObject({
    priceList: { _id: workshops, name: 'Workshops', percentOff: 25, minOrder: 0 },
  })
  await trade.decide(admin, tara, { state: 'approved', priceList: dealers })
  expect((await priceFor(tara, part.id))?.price).toBe(34)
  await trade.decide(admin, tara, { state: 'closed', priceList: dealers })
  expect(await priceFor(tara, part.id)).toMatchObject({ price: 68, from: 'list' })
  expect(await trade.of(tara)).toMatchObject({ state: 'closed', priceList: null })
  const changes = await steps.query(
    `select before ->> 'priceList' as before, after ->> 'priceList' as after from audit_entries
     where target = (select id from users where uid = $1) order by id`,
    [tara.uid],
  )
  expect(changes).toEqual([
    { before: '', after: 'Workshops' },
    { before: 'Workshops', after: 'Dealers' },
    { before: 'Dealers', after: '' },
  ])
  const mails = await steps.query(
    'select text_body as text from outbox where recipient = $1 order by id',
    [tara.email],
  )
  expect(mails[0]!['text']).toContain('Workshops: 25% off')
})

/** @shows row-168, row-175 */
test('putting an account on a list, or taking it off, and approving it do not wait for each other', async () => {
  const list = await addList('Both')
  const mia = await shop.signIn()
  const params = { id: list, email: mia.email }
  for (const change of [priceLists.putAccount, priceLists.removeAccount]) {
    // As `decide` does: first the account, then the list.
    const lock = await holdLock(shop, 'select from users where uid = $1 for no key update', [
      mia.uid,
    ])
    const changing = shop.call(admin, change, { params })
    await lock.areWaiting(1)
    await lock.holder.query('select from price_lists where id = $1 for key share nowait', [list])
    await lock.release()
    expect((await changing).status).toBe(200)
  }
})

/** @shows row-175, asvs-8.2.2 */
test('an approved account has its terms only while its address is verified', async () => {
  const list = await addList('Verified')
  const part = await shop.stock({ price: 6800 })
  const tara = await trade.approved(admin, { needsReference: true }, { priceList: list })
  const isTrade = async () => {
    const [row] = await findUsers(shop.database.pool, { uids: [tara.uid], signIns: [new Date()] })
    return row?.isTrade
  }
  const verify = (isVerified: boolean) =>
    steps.query('update users set email_verified = $2 where uid = $1', [tara.uid, isVerified])
  expect([(await priceFor(tara, part.id))?.price, await isTrade()]).toEqual([51, true])
  await verify(false)
  expect([(await priceFor(tara, part.id))?.price, await isTrade()]).toEqual([68, false])
  const body = orderOf(part, 10)
  const placed = await shop.call(tara, orders.place, { body: { ...body, price: 680 } })
  expect(await steps.read(tara, placed.body.insertedId)).toMatchObject({ price: 680 })
  await verify(true)
  expect([(await priceFor(tara, part.id))?.price, await isTrade()]).toEqual([51, true])
})

/** @shows row-175 */
test('a decision for a list that is gone, or was changed meanwhile, is refused', async () => {
  const list = await addList('Short-lived')
  const tara = await shop.signIn()
  await trade.ask(tara)
  await steps.query('delete from price_lists where id = $1', [list])
  const { body } = await trade.decide(admin, tara, { state: 'approved', priceList: list })
  expect(body.errors).toEqual([{ field: 'priceList', message: 'This price list no longer exists' }])
  expect(await trade.of(tara)).toMatchObject({ state: 'asked' })
  const workshops = await addList('Others')
  await trade.decide(admin, tara, { state: 'approved' })
  const seen = { ...(await trade.of(tara)), priceList: workshops } as never
  const answer = await trade.decide(admin, tara, { state: 'approved', seen })
  expect(answer.body.code).toBe('changed-meanwhile')
})

/** @shows row-175 */
test('refusing a request leaves the list that the account is on', async () => {
  const list = await addList('Friends')
  const ana = await shop.signIn()
  await steps.query('update users set price_list = $2 where uid = $1', [ana.uid, list])
  await trade.ask(ana)
  await trade.decide(admin, ana, { state: 'refused', reason: 'Not a company' })
  expect(await trade.of(ana)).toMatchObject({ priceList: { name: 'Friends' } })
})
