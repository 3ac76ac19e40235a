import { productNumbers } from '#contract/numbers/product-numbers.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { changeNumbers } from './change-numbers.ts'
import { findManagedNumbers } from './product-numbers.ts'

export function numberRoutes({ router, database }: Shop) {
  const { db } = database

  route(router, productNumbers.managed, async ({ params }) => {
    const numbers = await findManagedNumbers(db, params.id)
    if (!numbers) throw new AppError('not-found')
    return numbers
  })

  route(router, productNumbers.change, ({ params, body, user, request }) =>
    changeNumbers(db, actorOf({ user, request }), { ...body, id: params.id }),
  )
}
