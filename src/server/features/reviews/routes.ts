import { reviews } from '#contract/reviews.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { AppError } from '../../errors.ts'
import { keyOf, once } from '../../idempotency.ts'
import { sendPublicList } from '../../lists.ts'
import { rawRoute, route } from '../../route.ts'
import type { Shop } from '../../shop.ts'
import { addReview, listReviews } from './queries.ts'

export function reviewRoutes(shop: Shop) {
  const { router, database, kept, reads } = shop
  rawRoute(router, reviews.list, ({ query, request, reply }) =>
    sendPublicList(request, reply, shop, {
      e: reviews.list,
      url: request.url,
      query,
      load: (page, { db }) => listReviews(db, { ...page, q: query.q }),
    }),
  )

  route(router, reviews.add, async ({ body, user, request, reply }) => {
    try {
      const keyed = keyOf(request, body)
      const added = await once({ db: database.db, userId: user.id, keyed, reply }, (trx) =>
        addReview(trx, body, user),
      )
      reads.distrust()
      kept.clear()
      return added
    } catch (error) {
      // Clients log out on 401, 403 and 404 here, so a refused review is always something else.
      if (isUniqueViolation(error, 'reviews_once')) throw new AppError('duplicate')
      throw error
    }
  })
}
