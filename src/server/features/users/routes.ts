import { users } from '#contract/users.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../errors/errors.ts'
import { listResponse, pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { deactivateUser, demoteUser, promoteUser, reactivateUser } from './admins.ts'
import { countUsers, findUserByEmail, listUsers, listUsersByNumber } from './queries.ts'

export function userRoutes({ router, lists, database: { db } }: Shop) {
  route(router, users.isAdmin, async ({ params, user }) => {
    if (params.email === user.email) return { admin: user.isAdmin }
    if (!user.isAdmin) throw new AppError('forbidden')
    const other = await findUserByEmail(db, params.email)
    return { admin: other?.role === 'admin' && other.email_verified && !other.deactivated_at }
  })

  rawRoute(router, users.list, async ({ query, request }) => {
    const { page, tab, limit = rowsPerPage, q, sort, direction } = query
    // Keyset pagination supports only the list of all accounts by age.
    if (page || tab || sort || direction) {
      const filter = { tab, q, sort, direction }
      const rows = await listUsersByNumber(db, { ...filter, page: page ?? 1, limit })
      return pageResponse(users.list, rows)
    }
    return listResponse(lists, request, {
      e: users.list,
      query,
      load: (next) => listUsers(db, { ...next, q }),
    })
  })

  route(router, users.counts, ({ query }) => countUsers(db, query.q))

  route(router, users.promote, async ({ params, user, request }) => ({
    modifiedCount: await promoteUser(db, actorOf({ user, request }), params.email),
  }))

  route(router, users.deactivate, async ({ params, user, request }) => ({
    modifiedCount: await deactivateUser(db, actorOf({ user, request }), params.email),
  }))

  route(router, users.demote, async ({ params, user, request }) => ({
    modifiedCount: await demoteUser(db, actorOf({ user, request }), params.email),
  }))

  route(router, users.reactivate, async ({ params, user, request }) => ({
    modifiedCount: await reactivateUser(db, actorOf({ user, request }), params.email),
  }))
}
