import { rowsPerPage } from '#contract/shared/paging.ts'
import { manageVehicles } from '#contract/vehicles/manage-vehicles.ts'
import { actorOf } from '../audit/record.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { addModel, changeModel, countModels, listModels } from './manage-queries.ts'
import { listWishes } from './wishes.ts'

/** The cars that parts may fit, as admins change them. */
export function manageVehicleRoutes({ router, database: { db } }: Shop) {
  rawRoute(router, manageVehicles.list, async ({ query }) => {
    const { q, page = 1, limit = rowsPerPage } = query
    return pageResponse(manageVehicles.list, await listModels(db, { q, page, limit }))
  })

  route(router, manageVehicles.count, ({ query }) => countModels(db, query.q))

  route(router, manageVehicles.wishes, () => listWishes(db))

  route(router, manageVehicles.add, ({ body, user, request }) =>
    addModel(db, actorOf({ user, request }), body),
  )

  route(router, manageVehicles.change, ({ params, body, user, request }) =>
    changeModel(db, actorOf({ user, request }), { ...params, ...body }),
  )
}
