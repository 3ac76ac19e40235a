import fc from 'fast-check'
import { shopPageNames } from '#contract/shop-pages.ts'
import { numberKindNames } from '#contract/numbers/product-numbers.ts'
import { versionOf } from '#server/features/fitments/product-fitments.ts'
import { versionOf as versionOfNumbers } from '#server/features/numbers/product-numbers.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import { addFitments, addModel, fitmentFor } from '#server/testing/rows/vehicle-rows.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import { priceSteps } from '#server/testing/steps/prices.ts'

export interface Fixture {
  customer: TestUser
  admin: TestUser
  /** Values that a call accepts, by the name of the parameter or field. */
  validValues(call: string): Readonly<Record<string, fc.Arbitrary<unknown>>>
}

const golf = 'volkswagen/golf/2014'

/** Sequentially, so that a slow machine does not reach timeouts. */
async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const results = []
  for (let done = 0; done < count; done += 1) results.push(await make())
  return results
}

/** Existing accounts, products and orders, so that requests pass the first checks. */
export async function createFixture(shop: TestShop): Promise<Fixture> {
  const steps = paymentSteps(shop)
  const customer = await shop.signIn()
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  const part = await shop.stock({ quantity: 2_000_000_000 })
  const car = await addModel(shop)
  const spareParts = await times(10, () => shop.stock())
  await addFitments(shop, part.id, [fitmentFor(golf, { litres: 2.5, note: 'not for the GTI' })])
  const others = await times(10, () => shop.signIn({ name: 'Vic' }))
  const toPay = await times(4, () => steps.order(customer))
  const toDelete = await times(8, () => steps.order(customer))
  const paid = await times(4, async () => {
    const order = await steps.order(customer)
    const transactionId = await steps.payAtProvider(customer, order)
    return { id: order.id, transactionId }
  })

  const { addList, putOn, setOwn } = priceSteps(shop)
  const priced = await addList()
  const lists = [priced, ...(await times(3, () => addList()))]
  await setOwn(priced, part, [{ from: 10, price: 4 }])
  for (const other of others.slice(0, 4)) await putOn(priced, other)

  const email = fc.constantFrom(...others.map((other) => other.email))
  const list = { id: fc.constantFrom(...lists.map(({ id }) => id)) }
  const orderId = fc.constantFrom(...[...toDelete, ...paid].map(({ id }) => id))
  const productIds = [part, ...spareParts].map(({ id }) => id)
  const ofEveryCall = {
    id: orderId,
    email: fc.oneof(email, fc.constantFrom(customer.email, customer.email.toUpperCase())),
    limit: fc.integer({ min: 1, max: 200 }),
    after: orderId,
    q: fc.string({ maxLength: 100 }),
    img: fc.constant('/parts/door-rubber.svg'),
    description: fc.lorem(),
    reason: fc.lorem({ maxCount: 3 }),
  }
  const ofCall: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
    'GET /product/{id}': { id: fc.constantFrom(...spareParts.map(({ id }) => id)) },
    'DELETE /product/{id}': { id: fc.constantFrom(...spareParts.map(({ id }) => id)) },
    'GET /manage/product/{id}': { id: fc.constantFrom(...spareParts.map(({ id }) => id)) },
    'PUT /manage/product/{id}': {
      id: fc.constantFrom(...spareParts.map(({ id }) => id)),
      name: fc.uuid().map((id) => `Part ${id}`),
      price: fc.constantFrom(0.05, 18.79, '999999.99'),
      breaks: fc.constantFrom([], [{ from: 100, price: 17.5 }], '100:18.79; 500:17.50', '20:18.80'),
      seen: fc.record({
        name: fc.constantFrom(...spareParts.map(({ name }) => name)),
        price: fc.constantFrom(68, 18.79),
        description: fc.constant('A part for tests'),
        img: fc.constant('/parts/door-rubber.svg'),
      }),
    },
    'GET /fitments/verdicts': {
      vehicle: fc.constantFrom(golf, 'volkswagen/golf/1950'),
      engine: fc.constantFrom('2.5l-petrol', '1.8l-4cyl', 'other'),
      products: fc.subarray(productIds).map((ids) => ids.join(',')),
    },
    'GET /prices': { products: fc.subarray(productIds).map((ids) => ids.join(',')) },
    'GET /product/{id}/fitments': { id: fc.constantFrom(...productIds) },
    'GET /manage/product/{id}/fitments': { id: fc.constantFrom(...productIds) },
    'PUT /manage/product/{id}/fitments': {
      id: fc.constantFrom(...productIds),
      fitments: fc.array(
        fc
          .record({
            yearFrom: fc.integer({ min: 1990, max: 2010 }),
            yearTo: fc.integer({ min: 2010, max: 2020 }),
            litres: fc.constantFrom(null, 0.1, 2.5),
          })
          .map((values) => fitmentFor(golf, values)),
      ),
      seen: fc.constant(versionOf({ isUniversal: false, fitments: [] })),
    },
    'GET /manage/product/{id}/numbers': { id: fc.constantFrom(...productIds) },
    'PUT /manage/product/{id}/numbers': {
      id: fc.constantFrom(...productIds),
      numbers: fc.array(
        fc.record({
          kind: fc.constantFrom(...numberKindNames),
          brand: fc.constantFrom('', 'Volkswagen', 'Bosch'),
          number: fc.constantFrom('1K0 698 151', '1k0.698.151', '0 986 494 123', '4047024'),
        }),
      ),
      replacedBy: fc.constantFrom(null, ...productIds),
      seen: fc.constant(versionOfNumbers({ numbers: [], replacedBy: null })),
    },
    'POST /manage/product/{id}/stock': {
      id: fc.constantFrom(part.id, ...spareParts.map(({ id }) => id)),
      delta: fc.constantFrom(1, '50', -10, 1_000_000, -1_000_000),
      seen: fc.constantFrom(100, 2_147_483_647),
    },
    'POST /manage/product/{id}/restore': { id: fc.constantFrom(...spareParts.map(({ id }) => id)) },
    // The caller's own account must stay active.
    'PUT /user/admin/{email}': { email },
    'PUT /user/deactivate/{email}': { email },
    'DELETE /account/{email}': { email },
    'GET /vehicles/{make}/{model}': {
      make: fc.constant(car.make),
      model: fc.constant(car.model),
    },
    'POST /manage/priceLists': { name: fc.uuid(), percentOff: fc.constantFrom(0, '12.5', 90) },
    'PUT /manage/priceLists/{id}': { ...list, name: fc.uuid(), percentOff: fc.constantFrom(0, 90) },
    'DELETE /manage/priceLists/{id}': list,
    'GET /manage/priceLists/{id}/prices': list,
    'PUT /manage/priceLists/{id}/prices': {
      ...list,
      product: fc.constantFrom(...productIds),
      prices: fc.constantFrom([], [{ from: 1, price: 0.01 }], [{ from: '50', price: '999999.99' }]),
    },
    'GET /manage/priceLists/{id}/accounts': list,
    // The caller's own prices must stay those of the orders.
    'PUT /manage/priceLists/{id}/accounts/{email}': { ...list, email },
    'DELETE /manage/priceLists/{id}/accounts/{email}': { ...list, email },
    'GET /shopPages': { page: fc.constantFrom(...shopPageNames) },
    'PUT /user/{email}': { email: fc.constant(customer.email) },
    'PUT /updateUser/{email}': { email: fc.constant(customer.email), name: fc.string() },
    'POST /order': {
      product: fc.constant(part.id),
      name: fc.constant(part.name),
      quantity: fc.constantFrom(10, '10'),
      price: fc.constantFrom(680, '680', '680.00'),
    },
    'POST /create-payment-intent': {
      order: fc.constantFrom(...toPay.map(({ id }) => id)),
      price: fc.constantFrom(680, '680.0'),
    },
    'PATCH /order/{id}': {
      id: fc.constantFrom(...paid.map(({ id }) => id)),
      transactionId: fc.constantFrom(...paid.map(({ transactionId }) => transactionId)),
    },
    'PUT /updatedUser/{email}': {
      email: fc.constant(customer.email),
      name: fc.string({ minLength: 1, maxLength: 100 }),
      address: fc.string({ minLength: 1, maxLength: 500 }),
      phone: fc.constant('+1 555 010 0100'),
      fbLink: fc.constantFrom('https://social.example/mia', 'http://x.example/?a=b#c'),
    },
    'POST /Products': {
      name: fc.uuid().map((id) => `Part ${id}`),
      price: fc.constantFrom(0.05, 18.79, '999999.99'),
      quantity: fc.constantFrom(0, 10, '1000000'),
    },
    'POST /reviews': {
      title: fc.uuid().map((id) => id.slice(0, 30)),
      rating: fc.constantFrom(1, 5, '3'),
    },
  }
  return {
    customer,
    admin,
    validValues: (call) => ({ ...ofEveryCall, ...ofCall[call] }),
  }
}
