import { quickOrder } from '#contract/quick-order.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { findTaxation } from '../taxes/destination.ts'
import { checkList } from './check-list.ts'

export function quickOrderRoutes({ router, config, database }: Shop) {
  route(router, quickOrder.check, async ({ body, user }) => {
    const taxes = await findTaxation(database.pool, config.taxes, user.id)
    const charges = { shippingCost: config.SHIPPING_COST, taxes }
    return checkList(database.pool, body.list, { user, charges })
  })
}
