import { rowsPerPage } from '#contract/shared/paging.ts'
import { manageTradeAccounts, tradeAccounts } from '#contract/trade-accounts.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../errors/errors.ts'
import type { User } from '../../http/access.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { decide } from './decide.ts'
import { findOwnAccount, saveRequest, withdrawRequest } from './own-account.ts'
import { salesRoutes } from './sales-routes.ts'
import { countTradeAccounts, listTradeAccounts } from './queries.ts'

interface Call {
  params: { email: string }
  user: User
}

/** The account of the caller, which the address must name. */
function ownerOf({ params, user }: Call): string {
  if (params.email !== user.email) throw new AppError('forbidden')
  return user.id
}

export function tradeRoutes(shop: Shop) {
  const {
    router,
    config,
    database: { db },
  } = shop
  salesRoutes(shop)

  route(router, tradeAccounts.one, (call) => findOwnAccount(db, ownerOf(call)))

  route(router, tradeAccounts.save, (call) => saveRequest(db, ownerOf(call), call.body))

  route(router, tradeAccounts.withdraw, async (call) => ({
    deletedCount: await withdrawRequest(db, ownerOf(call)),
  }))

  rawRoute(router, manageTradeAccounts.list, async ({ query }) => {
    const { page = 1, limit = rowsPerPage, ...filter } = query
    const rows = await listTradeAccounts(db, { ...filter, page, limit })
    return pageResponse(manageTradeAccounts.list, rows)
  })

  route(router, manageTradeAccounts.counts, ({ query }) => countTradeAccounts(db, query.q))

  route(router, manageTradeAccounts.decide, ({ params, body, user, request }) =>
    decide(db, {
      actor: actorOf({ user, request }),
      email: params.email,
      decision: body,
      origin: config.PUBLIC_URL,
    }),
  )
}
