import { quickOrder } from '#contract/quick-order.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { checkList } from './check-list.ts'

export function quickOrderRoutes({ router, config, database }: Shop) {
  route(router, quickOrder.check, ({ body, user }) =>
    checkList(database.pool, body.list, { user, shippingCost: config.SHIPPING_COST }),
  )
}
