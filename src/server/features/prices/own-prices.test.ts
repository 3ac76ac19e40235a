import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { orders } from '#contract/orders/orders.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { prices } from '#contract/products/account-prices.ts'
import { requestOf } from '../../testing/authorisation/requests.ts'
import { rules } from '../../testing/authorisation/rules.ts'
import type { Rule } from '../../testing/authorisation/rules.ts'
import { createTargets } from '../../testing/authorisation/targets.ts'
import type { Target } from '../../testing/authorisation/targets.ts'
import { openSite } from '../../testing/site.ts'
import type { Site } from '../../testing/site.ts'
import type { TestUser } from '../../testing/shop.ts'
import { priceSteps } from '../../testing/steps/prices.ts'

/** In no other answer by chance. */
const own = { price: 7431.19, rung: 7409.83, list: 'Workshop Wxyz', other: 'Workshop Vuts' }
const marks = [own.price, own.rung, 743_119, 740_983, own.list].map(String)

let site: Site
let member: TestUser
let others: Record<'stranger' | 'former', TestUser>
let part: Awaited<ReturnType<Site['stock']>>
let orderId: string
let targets: ReturnType<typeof createTargets>
beforeAll(async () => {
  site = await openSite()
  targets = createTargets(site)
  const [first, stranger, former] = [await site.signIn(), await site.signIn(), await site.signIn()]
  member = first
  others = { stranger, former }
  const { addList, putOn, setOwn } = priceSteps(site)
  part = await site.stock({ price: 999_900, quantity: 1_000 })
  const list = await addList({ name: own.list })
  await setOwn(list, part, [
    { from: 1, price: own.price },
    { from: 20, price: own.rung },
  ])
  await setOwn(await addList({ name: own.other }), part, [{ from: 1, price: 2 }])
  for (const user of [member, former]) await putOn(list, user)
  await putOn(null, former)
  const placed = await site.call(member, orders.place, {
    body: { product: part.id, name: part.name, quantity: 10, price: own.price * 10 },
  })
  orderId = placed.body.insertedId
})
afterAll(() => site.close())

/** A call of an account with the product of the list, or the order at its prices. */
async function answerTo(rule: Rule, user: TestUser | undefined, target: Target) {
  const caller = {
    standing: 'customer',
    identity: 'vouched for',
    person: user ?? member,
    ...(user && { accessToken: user.token, idToken: user.idToken }),
  } as const
  const { query, ...request } = requestOf(rule, caller, target)
  const named = new URLSearchParams(query as Record<string, string>)
  for (const name of ['product', 'products']) if (named.has(name)) named.set(name, part.id)
  return site.app.inject({ ...request, query: Object.fromEntries(named) })
}

const isRead = ({ call }: Rule) => call.startsWith('GET') || call === 'POST /products/lookup'
const isFor = (access: Rule['accessLevel']) => (rule: Rule) =>
  rule.accessLevel === access && isRead(rule)

const targetOf = async () => ({ ...(await targets.of('product', member)), id: part.id })

/** @shows row-169, asvs-8.2.2 */
test.each(rules.filter(isFor('public')).map((rule) => [rule.call, rule] as const))(
  'the public answer of %s is the same for an account on a list, and has no price of it',
  async (_, rule) => {
    const target = await targetOf()
    const asMember = await answerTo(rule, member, target)
    const asVisitor = await answerTo(rule, undefined, target)
    expect(marks.filter((mark) => asMember.body.includes(mark))).toEqual([])
    expect(marks.filter((mark) => asVisitor.body.includes(mark))).toEqual([])
  },
)

/** @shows row-169, asvs-8.2.2 */
test.each(['stranger', 'former'] as const)(
  'no call answers a price of the list to an account that is not on it: %s',
  async (who) => {
    const calls = rules.filter(isFor('customer'))
    expect(calls.length).toBeGreaterThan(10)
    for (const rule of calls) {
      for (const id of [part.id, orderId]) {
        const { body } = await answerTo(rule, others[who], { ...(await targetOf()), id })
        expect([rule.call, marks.filter((mark) => body.includes(mark))]).toEqual([rule.call, []])
      }
    }
  },
)

/** @shows row-169 */
test('the account itself sees its prices by the call for them and in its orders', async () => {
  const asked = await site.call(member, prices.own, { query: { products: part.id } })
  expect(marks.filter((mark) => JSON.stringify(asked.body).includes(mark))).toHaveLength(3)
  const read = await site.call(member, orders.one, { params: { id: orderId } })
  expect(JSON.stringify(read.body)).toContain(own.list)
})

/** @shows row-169 */
test('only answers to the account itself, and to admins, have a schema with prices of lists', () => {
  const open = endpoints.filter(({ access }) => access === 'public')
  const shared = open.filter(({ path }) => path === prices.own.path || path.includes('priceLists'))
  expect(shared).toEqual([])
  const managed = Object.values(priceLists).filter(({ access }) => access !== 'admin')
  expect(managed).toEqual([])
})

/** @shows row-169 */
test('pages of the shop have public prices only, also for an account on a list', async () => {
  for (const url of ['/', '/products', `/part/${part.id}`]) {
    for (const headers of [{}, { authorization: `Bearer ${member.token}` }]) {
      const { body } = await site.app.inject({ url, headers })
      expect(marks.filter((mark) => body.includes(mark))).toEqual([])
    }
  }
})
