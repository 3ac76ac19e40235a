import { users } from '#contract/users.ts'
import { actorOf } from '../../audit.ts'
import { AppError } from '../../errors.ts'
import { sendList } from '../../lists.ts'
import { rawRoute, route } from '../../route.ts'
import type { Shop } from '../../shop.ts'
import { deactivateUser, demoteUser, promoteUser, reactivateUser } from './admins.ts'
import { findUserByEmail, listUsers } from './queries.ts'

export function userRoutes({ router, database: { db } }: Shop) {
  route(router, users.isAdmin, async ({ params, user }) => {
    if (params.email === user.email) return { admin: user.isAdmin }
    if (!user.isAdmin) throw new AppError('forbidden')
    const other = await findUserByEmail(db, params.email)
    return { admin: other?.role === 'admin' && other.email_verified && !other.deactivated_at }
  })

  rawRoute(router, users.list, ({ query, request, reply }) =>
    sendList(reply, {
      e: users.list,
      url: request.url,
      query,
      load: (page) => listUsers(db, { ...page, q: query.q }),
    }),
  )

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
