import { manageSearch } from '#contract/manage-search.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { actorOf } from '../audit/record.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { listMisses } from './missed-searches.ts'
import {
  addSynonyms,
  changeSynonyms,
  countSynonyms,
  listSynonyms,
  removeSynonyms,
} from './synonyms.ts'

/** The calls of admins on what the search knows. Changes show in the next search, like those of products. */
export function searchRoutes({ router, database }: Shop) {
  const { db } = database

  rawRoute(router, manageSearch.synonyms, async ({ query: { q, page = 1, limit = rowsPerPage } }) =>
    pageResponse(manageSearch.synonyms, await listSynonyms(db, { q, page, limit })),
  )

  route(router, manageSearch.count, ({ query }) => countSynonyms(db, query.q))

  route(router, manageSearch.add, ({ body, user, request, trx }) =>
    addSynonyms(trx, actorOf({ user, request }), body.terms),
  )

  route(router, manageSearch.change, async ({ params, body, user, request }) => ({
    modifiedCount: await changeSynonyms(db, actorOf({ user, request }), { ...params, ...body }),
  }))

  route(router, manageSearch.remove, async ({ params, user, request }) => ({
    deletedCount: await removeSynonyms(db, actorOf({ user, request }), params.id),
  }))

  route(router, manageSearch.missed, () => listMisses(db))
}
