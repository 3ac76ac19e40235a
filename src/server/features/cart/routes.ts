import { cart, savedLists } from '#contract/cart/cart.ts'
import { readerFor } from '../../db/replica/read-replica.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { changeLines, combineCart } from './change-cart.ts'
import { countLines, findParts, readCart } from './queries.ts'
import {
  fillCart,
  listDuplicates,
  listSaved,
  removeList,
  renameList,
  saveList,
} from './saved-lists.ts'

/** The cart of an account and its saved lists: each call reads and changes rows of the caller only. */
export function cartRoutes({ router, database: { db, pool }, publicReads }: Shop) {
  route(router, cart.parts, ({ body, request }) =>
    readerFor(request, publicReads.replica).run((from) => findParts(from.pool, body.products)),
  )

  route(router, cart.read, ({ user }) => readCart(pool, user))

  route(router, cart.count, ({ user }) => countLines(db, user.id))

  route(router, cart.change, ({ body, user }) =>
    db.transaction().execute((trx) => changeLines(trx, user.id, body.lines)),
  )

  route(router, cart.combine, ({ body, user, trx }) => combineCart(trx, user.id, body))

  route(router, savedLists.list, ({ user }) => listSaved(db, user.id))

  route(router, savedLists.save, ({ body, user, trx }) => saveList(trx, user.id, body), {
    duplicates: listDuplicates,
  })

  route(
    router,
    savedLists.rename,
    async ({ params, body, user }) => {
      const modifiedCount = await renameList(db, { ...params, userId: user.id }, body.name)
      if (modifiedCount === 0) throw new AppError('not-found')
      return { modifiedCount }
    },
    { duplicates: listDuplicates },
  )

  route(router, savedLists.remove, async ({ params, user }) => {
    const deletedCount = await removeList(db, { ...params, userId: user.id })
    if (deletedCount === 0) throw new AppError('not-found')
    return { deletedCount }
  })

  route(router, savedLists.fill, ({ params, user, trx }) =>
    fillCart(trx, { ...params, userId: user.id }, user.priceList),
  )
}
