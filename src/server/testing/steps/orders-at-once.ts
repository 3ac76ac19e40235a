import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { toCents } from '#contract/shared/fields.ts'
import type { OneLineValues } from '../../features/orders/place/order-values.ts'
import { insertWithOthers } from '../../features/orders/place/place-together.ts'
import { limitNumbers, noReservationLimits } from '../../features/orders/reservation-limits.ts'
import { expectInvariantsToHold, openPayments, orderOf } from '../payments.ts'
import type { Part } from '../payments.ts'

export interface Buyer {
  id: string
  email: string
}

const unlimited = noReservationLimits(60)
export const limited = (limits: Partial<typeof unlimited>) =>
  limitNumbers({ ...unlimited, ...limits })

export interface Wanted {
  quantity?: number
  totalCents?: number
  limits?: OneLineValues['limits']
  key?: string
  shippingCents?: number
  reference?: string
  vehicle?: string
  verdict?: string
  orderedAs?: string
}

export const valuesOf = (buyer: Buyer, part: Part, wanted: Wanted = {}): OneLineValues => {
  const { quantity = 10 } = wanted
  return {
    userId: buyer.id,
    email: buyer.email,
    product: part.id,
    quantity,
    totalCents: toCents(orderOf(part, quantity).price),
    limits: limitNumbers(unlimited),
    key: randomUUID(),
    hash: 'hash',
    shippingCents: 0,
    reference: null,
    vehicle: null,
    verdict: null,
    orderedAs: null,
    ...wanted,
  }
}

/** A shop for one test file of orders that are placed at once. At its end all invariants hold. */
export async function openOrdersAtOnce() {
  const { shop, steps } = await openPayments()
  afterAll(() => expectInvariantsToHold(shop))

  const accounts = async (count: number) =>
    (await steps.query(
      `insert into users (uid, issuer, email, name, email_verified)
       select uid, 'https://identity.example', uid || '@shop.example', 'Mia', true
       from (select gen_random_uuid()::text as uid from generate_series(1, $1)) as ids
       returning id, email`,
      [count],
    )) as unknown as Buyer[]

  const place = async (values: OneLineValues) =>
    (await insertWithOthers(shop.database.pool, values))[0]?.insertedId

  /** The orders of one turn of the event loop: each has its id, or nothing if it is refused. */
  const placeAtOnce = (all: readonly OneLineValues[]) => Promise.all(all.map(place))

  /** How many statements placed these orders. */
  const statementsOf = async (ids: readonly (string | undefined)[]) => {
    const rows = await steps.query('select distinct xmin::text from orders where id = any ($1)', [
      ids.filter((id) => id !== undefined),
    ])
    return rows.length
  }

  return { shop, steps, accounts, place, placeAtOnce, statementsOf }
}
