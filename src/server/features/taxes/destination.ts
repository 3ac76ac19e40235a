import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Place } from '#contract/addresses/addresses.ts'
import type { Delivery } from '#contract/orders/orders.ts'
import type { Taxation } from '#contract/taxes/tax-lines.ts'
import { deliveryColumns, deliveryTables } from '../addresses/new-delivery.ts'
import type { TaxArea } from '../../config/tax-rates.ts'
import type { TaxConfig } from '../../config/tax-settings.ts'
import { prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'

/** Where new orders of an account go, and the taxes there. */
export interface Destination {
  delivery: (Delivery & { place?: Place }) | undefined
  area: TaxArea
  taxation: Taxation
}

interface Row {
  name: string
  phone: string | null
  address: string | null
  place: Place | null
  exempt: boolean
}

const findAccount = prepared<Row, { userId: string }>(
  'tax-destination',
  (p) => `select ${deliveryColumns}, coalesce(trade.tax_exempt, false) as exempt
   from ${deliveryTables}
     left join trade_accounts as trade on trade.user_id = users.id and state = 'approved'
       and email_verified
   where users.id = ${p.userId}`,
)

/** The taxes at a place: at the default one of the shop if an address has no country. */
export const areaOf = ({ rates, defaultPlace }: TaxConfig, place: Place | null | undefined) =>
  rates.areaOf(place ?? defaultPlace)

const taxationIn = ({ included }: TaxConfig, { name, rates }: TaxArea, exempt: boolean) => ({
  included,
  exempt,
  areaName: name,
  rates,
})

/** Where a new order of an account goes: to its default address, or that of its profile. */
export async function findDestination(
  pool: Pool,
  config: TaxConfig,
  userId: string,
): Promise<Destination> {
  const [row] = await findAccount(pool, { userId })
  const { name = '', phone = null, address = null, place = null, exempt = false } = row ?? {}
  const area = areaOf(config, place)
  return {
    delivery:
      phone === null || address === null
        ? undefined
        : { name, phone, address, ...(place && { place }) },
    area,
    taxation: taxationIn(config, area, exempt),
  }
}

/** The taxes of today on an order that is there, by its own address; undefined in a shop that charges none. */
export async function findTaxationOf(
  trx: Transaction<Schema>,
  config: TaxConfig | undefined,
  order: { user_id: string; delivery_place: Place | null },
): Promise<Taxation | undefined> {
  if (!config) return undefined
  const account = await trx
    .selectFrom('trade_accounts')
    .innerJoin('users', 'users.id', 'trade_accounts.user_id')
    .select('tax_exempt')
    .where('users.id', '=', order.user_id)
    .where('email_verified', '=', true)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return taxationIn(config, areaOf(config, order.delivery_place), account?.tax_exempt ?? false)
}

/** The taxes on new orders of an account; undefined in a shop that charges none. */
export const findTaxation = async (pool: Pool, config: TaxConfig | undefined, userId: string) =>
  config && (await findDestination(pool, config, userId)).taxation
