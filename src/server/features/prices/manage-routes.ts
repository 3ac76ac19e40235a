import { priceLists } from '#contract/prices/price-lists.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { actorOf } from '../audit/record.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import {
  accountsOfList,
  pricesOfList,
  putOnList,
  setListPrices,
  takeOffList,
} from './list-prices.ts'
import { addList, changeList, listDuplicates, listPriceLists, removeList } from './price-lists.ts'

/** The calls of admins on price lists. */
export function managePriceRoutes({ router, database: { db } }: Shop) {
  route(router, priceLists.list, () => listPriceLists(db))

  route(
    router,
    priceLists.add,
    ({ body, user, request, trx }) => addList(trx, actorOf({ user, request }), body),
    { duplicates: listDuplicates },
  )

  route(
    router,
    priceLists.change,
    ({ params, body, user, request }) =>
      changeList(db, actorOf({ user, request }), params.id, body),
    { duplicates: listDuplicates },
  )

  route(router, priceLists.remove, ({ params, user, request }) =>
    removeList(db, actorOf({ user, request }), params.id),
  )

  rawRoute(router, priceLists.prices, async ({ params, query }) => {
    const { page = 1, limit = rowsPerPage } = query
    return pageResponse(priceLists.prices, await pricesOfList(db, params.id, { page, limit }))
  })

  route(router, priceLists.setPrices, ({ params, body, user, request }) =>
    setListPrices(db, actorOf({ user, request }), {
      ...body,
      id: params.id,
      product: body.product.toLowerCase(),
    }),
  )

  rawRoute(router, priceLists.accounts, async ({ params, query }) => {
    const { page = 1, limit = rowsPerPage } = query
    return pageResponse(priceLists.accounts, await accountsOfList(db, params.id, { page, limit }))
  })

  route(router, priceLists.putAccount, ({ params, user, request }) =>
    putOnList(db, actorOf({ user, request }), params),
  )

  route(router, priceLists.removeAccount, ({ params, user, request }) =>
    takeOffList(db, actorOf({ user, request }), params),
  )
}
