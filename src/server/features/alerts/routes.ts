import { alerts } from '#contract/alerts.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { actorOf } from '../audit/record.ts'
import { oneClickRoute } from '../newsletter/one-click-route.ts'
import { readWatch } from '../stock/low-stock.ts'
import { setLowLevel } from './low-level.ts'
import { addAlert, endAlerts, isWaiting, removeAlert } from './stock-alerts.ts'

export function alertRoutes({ router, database: { db }, config }: Shop) {
  route(router, alerts.one, async ({ params, user }) => ({
    isWaiting: await isWaiting(db, { userId: user.id, productId: params.id }),
    isAddressConfirmed: user.isVerified,
  }))

  route(router, alerts.add, async ({ params, user }) => {
    await addAlert(db, { userId: user.id, productId: params.id })
    return { isWaiting: true, isAddressConfirmed: user.isVerified }
  })

  route(router, alerts.remove, async ({ params, user }) => {
    await removeAlert(db, { userId: user.id, productId: params.id })
    return { isWaiting: false, isAddressConfirmed: user.isVerified }
  })

  route(router, alerts.end, async ({ body }) => {
    await endAlerts(db, body.token)
    return { acknowledged: true }
  })

  route(router, alerts.watch, async ({ params }) => {
    const watch = await readWatch(db, params.id)
    if (!watch) throw new AppError('not-found')
    const isMailed = config.OWNER_EMAILS.length > 0
    return { ...watch, defaultLevel: config.LOW_STOCK_LEVEL, isMailed }
  })

  route(router, alerts.setLevel, async ({ params, body, user, request }) => {
    const level = { id: params.id, lowLevel: body.lowLevel }
    const modifiedCount = await setLowLevel(db, actorOf({ user, request }), level)
    if (modifiedCount === undefined) throw new AppError('not-found')
    return { modifiedCount }
  })
}

export const endAlertsByMail = (shop: Shop) =>
  oneClickRoute(shop, '/stock-alerts', (token) => endAlerts(shop.database.db, token))
