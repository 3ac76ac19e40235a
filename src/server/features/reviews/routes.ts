import { reviews } from '#contract/reviews.ts'
import { actorOf } from '../audit/record.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { AppError } from '../../http/errors.ts'
import { keyOf, once } from '../../http/idempotency.ts'
import { sendList, sendPublicList } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { addReview, listBought, listManagedReviews, listReviews, setHidden } from './queries.ts'

export function reviewRoutes(shop: Shop) {
  const { router, database, kept, reads } = shop
  const { db } = database
  const showAtOnce = () => {
    reads.distrust()
    kept.clear()
  }

  rawRoute(router, reviews.list, ({ query, request, reply }) =>
    sendPublicList(request, reply, shop, {
      e: reviews.list,
      url: request.url,
      query,
      load: (page, from) => listReviews(from.db, { ...page, q: query.q, product: query.product }),
    }),
  )

  route(router, reviews.add, async ({ body, user, request, reply }) => {
    try {
      const keyed = keyOf(request, body)
      const added = await once({ db, userId: user.id, keyed, reply }, (trx) =>
        addReview(trx, body, user),
      )
      showAtOnce()
      return added
    } catch (error) {
      // Clients log out on 401, 403 and 404 here, so a refused review is always something else.
      if (isUniqueViolation(error, 'reviews_once')) throw new AppError('duplicate')
      throw error
    }
  })
  route(router, reviews.bought, ({ user }) => listBought(db, user))

  rawRoute(router, reviews.managed, ({ query, request, reply }) =>
    sendList(reply, shop.gate, {
      e: reviews.managed,
      url: request.url,
      query,
      load: (page) => listManagedReviews(db, { ...page, q: query.q }),
    }),
  )

  for (const hide of [true, false]) {
    const e = hide ? reviews.hide : reviews.show
    route(router, e, async ({ params, user, request }) => {
      const modifiedCount = await setHidden(db, actorOf({ user, request }), { ...params, hide })
      if (modifiedCount === undefined) throw new AppError('not-found')
      if (modifiedCount > 0) showAtOnce()
      return { modifiedCount }
    })
  }
}
