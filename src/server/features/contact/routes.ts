import { contact } from '#contract/contact.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../errors/errors.ts'
import { listResponse, rowsBefore } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { countMessages, finishMessage, storeMessage, listMessages } from './queries.ts'

export function contactRoutes({ router, lists, database: { db }, config }: Shop) {
  route(router, contact.send, async ({ body }) => {
    const { CONTACT_EMAIL: to, PUBLIC_URL: origin } = config
    if (!to) throw new AppError('not-found')
    await storeMessage(db, body, { to, origin })
    return { acknowledged: true }
  })

  rawRoute(router, contact.list, ({ query, request }) =>
    listResponse(lists, request, {
      e: contact.list,
      query,
      load: (page) => listMessages(db, { skip: rowsBefore(query), ...page, q: query.q }),
    }),
  )

  route(router, contact.count, ({ query }) => countMessages(db, query.q))

  route(router, contact.finish, async ({ params, user, request }) => {
    const modifiedCount = await finishMessage(db, actorOf({ user, request }), params.id)
    if (modifiedCount === undefined) throw new AppError('not-found')
    return { modifiedCount }
  })
}
