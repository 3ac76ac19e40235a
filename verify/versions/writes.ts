import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { orders } from '#contract/orders/orders.ts'
import { settle } from '../../src/server/features/payments/settle.ts'
import type { Caller } from '../../src/server/testing/authorisation/callers.ts'
import { requestOf } from '../../src/server/testing/authorisation/requests.ts'
import { rules } from '../../src/server/testing/authorisation/rules.ts'
import type { Rule } from '../../src/server/testing/authorisation/rules.ts'
import { createTargets } from '../../src/server/testing/authorisation/targets.ts'
import type { Target } from '../../src/server/testing/authorisation/targets.ts'
import { fileOf } from '../../src/server/testing/steps/import-actions.ts'
import { orderOf, paymentSteps } from '../../src/server/testing/payments.ts'
import type { TestShop, TestUser } from '../../src/server/testing/shop.ts'
import { carSteps } from '../../src/server/testing/steps/cars.ts'
import type { Node } from './node.ts'
import type { Version } from './reads.ts'

interface Writer extends Version {
  /** Whether it accepts the ID tokens of the test's identity provider. */
  acceptsIdTokens: boolean
}

const callerOf = (person: TestUser): Caller => ({
  standing: 'customer',
  identity: 'vouched for',
  person,
  accessToken: person.token,
  idToken: person.idToken,
})

/** Calls that have an effect only after another call on the object, with that call. */
const requiredCall: Readonly<Record<string, string>> = {
  'PUT /user/customer/{email}': 'PUT /user/admin/{email}',
  'PUT /user/reactivate/{email}': 'PUT /user/deactivate/{email}',
  'POST /manage/product/{id}/restore': 'DELETE /product/{id}',
  'PUT /manage/reviews/{id}/show': 'PUT /manage/reviews/{id}/hide',
}

/**
 * Makes every call that writes, each on its own object, and returns the responses other than 200. The authorisation
 * tests require a rule for each call of the contract, so new calls are included.
 */
export async function makeEveryWrite(shop: TestShop, { node, endpoints, acceptsIdTokens }: Writer) {
  const targets = createTargets(shop)
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  const failures: string[] = []

  const make = async (rule: Rule, person: TestUser, target: Target) => {
    const caller = callerOf(rule.accessLevel === 'admin' ? admin : person)
    const { status, body } = await node.send(requestOf(rule, caller, target))
    if (status !== 200) failures.push(`${rule.call} responds with ${status}: ${body}`)
  }
  for (const rule of rules) {
    const { call, accessLevel, object } = rule
    const outcome = accessLevel === 'admin' ? rule.admin.own : rule.customer.own
    if (call.startsWith('GET ') || !endpoints.has(call) || outcome !== 'ok') continue
    if (accessLevel === 'identity' && !acceptsIdTokens) continue
    const person = await shop.signIn({ name: 'Noah' })
    const target =
      object === 'paid order' || object === 'order marked as shipped'
        ? { ...targets.missing, ...(await payOrder(shop, person)) }
        : await (object ? targets.of(object, person) : targets.missing)
    if (object === 'order marked as shipped') await markAsShipped(shop, target)
    const earlier = rules.find((other) => other.call === requiredCall[call])
    if (earlier) await make(earlier, person, target)
    await make(rule, person, target)
  }
  return failures
}

/** Pays an order at the card provider, because the invariants compare both. */
async function payOrder(shop: TestShop, person: TestUser) {
  const steps = paymentSteps(shop)
  const ordered = await steps.order(person)
  const transactionId = await steps.payAtProvider(person, ordered)
  await steps.report(person, ordered.id, transactionId)
  const { id, total, part } = ordered
  return { id, total, transactionId, product: part.id }
}

/** As an admin has pressed it a moment ago; the test's shop leaves no time to undo it. */
const markAsShipped = (shop: TestShop, { id }: Target) =>
  shop.database.pool.query(
    `update orders set ship_due_at = now() + interval '1 hour', ship_actor = 'shop' where id = $1`,
    [id],
  )

/** Imports a file with rows of every outcome, and undoes it. */
export async function importAndUndo(shop: TestShop, node: Node) {
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  const headers = { authorization: `Bearer ${admin.token}` }
  const send = async (request: InjectOptions) => {
    const { status, body } = await node.send({
      ...request,
      headers: { ...headers, ...request.headers },
    })
    if (status !== 200)
      throw new Error(`${request.url as string} responded with ${status}: ${body}`)
    return body
  }
  const [changed, unchanged] = await Promise.all([shop.stock(), shop.stock()])
  const common = { Description: 'A part for tests', Picture: '/parts/door-rubber.svg' }
  const rows = [
    { Id: '', Name: `New of ${changed.id}`, Price: '12.00', Stock: '10', ...common },
    { Id: changed.id, Name: changed.name, Price: '99.00', Stock: '100', ...common },
    { Id: unchanged.id, Name: unchanged.name, Price: '68.00', Stock: '100', ...common },
  ]
  const check = async (list: object[]) => {
    const request: InjectOptions = {
      method: 'POST',
      url: '/api/manage/imports',
      query: { fileName: 'list.csv' },
      headers: { 'content-type': 'text/csv' },
      payload: fileOf(list),
    }
    return JSON.parse(await send(request))._id as string
  }
  const wrong = { Id: '', Name: 'Wrong', Price: 'dear', Stock: '1', ...common }
  await check([wrong])
  const id = await check(rows)
  for (const [work, done] of [
    ['apply', 'applied'],
    ['undo', 'undone'],
  ] as const) {
    await send({ method: 'POST', url: `/api/manage/imports/${id}/${work}` })
    const state = async () => JSON.parse(await send({ url: `/api/manage/imports/${id}` })).state
    await expect.poll(state).toBe(done)
  }
}

/** Places an order for a car, which the last release shows without it. */
export async function orderForCar(shop: TestShop) {
  const customer = await shop.signIn()
  const [part, car] = [await shop.stock(), await carSteps(shop).addCar()]
  const body = { ...orderOf(part, 10), vehicle: car.vehicle }
  expect((await shop.call(customer, orders.place, { body })).status).toBe(200)
}

/** Refunds half of a payment, as in the card provider's dashboard, and one unit of another, which returns to the stock. */
export async function refundInPart(shop: TestShop) {
  const customer = await shop.signIn()
  const { total, transactionId } = await payOrder(shop, customer)
  await shop.stripe.refunds.create({ payment_intent: transactionId, amount: total * 50 })
  await settle(shop.shop, transactionId)

  const { id, product } = await payOrder(shop, customer)
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  const body = { lines: [{ product, quantity: 1 }], restock: true }
  const refund = await shop.call(admin, manageOrders.refundPart, { params: { id }, body })
  expect(refund.body).toEqual({ state: 'made' })
}
