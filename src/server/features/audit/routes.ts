import { audit } from '#contract/audit.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { countEntries, listEntries } from './queries.ts'

/** The audit log for admins. */
export function auditRoutes({ router, database: { db } }: Shop) {
  rawRoute(router, audit.list, async ({ query }) => {
    const { page = 1, limit = rowsPerPage, ...filter } = query
    return pageResponse(audit.list, await listEntries(db, { ...filter, page, limit }))
  })

  route(router, audit.count, ({ query }) => countEntries(db, query))
}
