import { users } from '#contract/users.ts'
import { AppError } from '../../errors.ts'
import { sendList } from '../../lists.ts'
import { rawRoute, route } from '../../route.ts'
import type { Shop } from '../../shop.ts'
import { deactivateUser, findUserByEmail, listUsers, promoteUser } from './queries.ts'

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

  route(router, users.promote, async ({ params }) => {
    const target = await findUserByEmail(db, params.email)
    if (!target || target.deactivated_at) throw new AppError('not-found')
    if (!target.email_verified) throw new AppError('email-not-verified')
    return { modifiedCount: await promoteUser(db, target.id) }
  })

  route(router, users.deactivate, async ({ params }) => {
    const target = await findUserByEmail(db, params.email)
    if (!target) throw new AppError('not-found')
    const modifiedCount = await deactivateUser(db, target.id)
    if (modifiedCount === 0 && !target.deactivated_at) throw new AppError('last-admin')
    return { modifiedCount }
  })
}
