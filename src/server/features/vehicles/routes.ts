import { vehicles } from '#contract/vehicles/vehicles.ts'
import { readerFor } from '../../db/replica/read-replica.ts'
import type { Queries } from '../../db/replica/read-replica.ts'
import { AppError } from '../../errors/errors.ts'
import type { FreshResponse } from '../../http/edge/response-cache.ts'
import { jsonResponse } from '../../http/lists.ts'
import { publicKeptRoute } from '../../http/public/public-route.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { readModel, readTree, versionOfTree } from './queries.ts'

export function vehicleRoutes(shop: Shop) {
  const { router, publicReads } = shop

  publicKeptRoute(shop, vehicles.tree, createTree())

  route(router, vehicles.model, async ({ params, request }) => {
    const reader = readerFor(request, publicReads.replica)
    const model = await reader.run(({ pool }) => readModel(pool, params))
    if (!model) throw new AppError('not-found')
    return model
  })
}

/** All cars in one answer of a hundred kilobytes, made again only after a change, whichever node has made it. */
function createTree() {
  let last: { version: string | undefined; response: FreshResponse } | undefined
  return async ({ pool }: Queries): Promise<FreshResponse> => {
    const version = await versionOfTree(pool)
    if (!last || last.version !== version) {
      last = { version, response: jsonResponse(vehicles.tree, await readTree(pool)) }
    }
    return last.response
  }
}
