import { reviews } from '#contract/reviews.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../errors/errors.ts'
import { listResponse, rowsBefore } from '../../http/lists.ts'
import { publicListRoute } from '../../http/public/public-route.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import {
  countManagedReviews,
  listBought,
  listManagedReviews,
  listReviews,
  setHidden,
  writeReview,
} from './queries.ts'

export function reviewRoutes(shop: Shop) {
  const { router, database, lists, config } = shop
  const needsApproval = config.REVIEW_APPROVAL === 'on'
  const { db } = database

  publicListRoute(shop, reviews.list, ({ q, product, by }, page, from) =>
    listReviews(from.db, { ...page, q, product, by }),
  )

  // Clients log out on 401, 403 and 404 here, so refusals use other codes.
  route(
    router,
    reviews.add,
    ({ body, user, trx }) => writeReview(trx, body, { user, needsApproval }),
    {
      duplicates: { reviews_once: {} },
    },
  )
  route(router, reviews.bought, ({ user }) => listBought(db, user))

  rawRoute(router, reviews.managed, ({ query, request }) =>
    listResponse(lists, request, {
      e: reviews.managed,
      query,
      load: (page) =>
        listManagedReviews(db, { skip: rowsBefore(query), ...page, q: query.q, tab: query.tab }),
    }),
  )
  route(router, reviews.count, ({ query }) => countManagedReviews(db, query))

  for (const hide of [true, false]) {
    const e = hide ? reviews.hide : reviews.show
    route(router, e, async ({ params, user, request }) => {
      const modifiedCount = await setHidden(db, actorOf({ user, request }), { ...params, hide })
      if (modifiedCount === undefined) throw new AppError('not-found')
      return { modifiedCount }
    })
  }
}
