import { taxes } from '#contract/taxes/taxes.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { findTaxation } from './destination.ts'

const none = { included: false, exempt: false, areaName: '', rates: [] }

export function taxRoutes({ router, database: { pool }, config }: Shop) {
  route(router, taxes.own, async ({ user }) => {
    const taxation = await findTaxation(pool, config.taxes, user.id)
    return taxation ? { ...taxation, rates: [...taxation.rates] } : none
  })
}
