import { fitments } from '#contract/fitments/fitments.ts'
import { actorOf } from '../audit/record.ts'
import { readerFor } from '../../db/replica/read-replica.ts'
import type { PublicReader } from '../../db/replica/read-replica.ts'
import { AppError } from '../../errors/errors.ts'
import { publicRoute } from '../../http/public/public-route.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { carOf } from './cars.ts'
import { changeFitments } from './change-fitments.ts'
import { fitsOf } from './fits.ts'
import { findFitments, findManagedFitments } from './product-fitments.ts'

export function fitmentRoutes(shop: Shop) {
  const { router, database, publicReads, publicAnswers } = shop
  const { db } = database

  publicRoute(shop, fitments.verdicts, async ({ vehicle, engine, products }, { pool }) => {
    const car = await carOf(pool, vehicle, engine)
    if (!car) throw new AppError('not-found', { detail: 'Unknown car' })
    return fitsOf(pool, car, products)
  })

  route(router, fitments.ofProduct, ({ params, request }) =>
    fitmentsOf(readerFor(request, publicReads.replica), params.id),
  )
  publicAnswers.addRow(fitments.ofProduct, (id) => fitmentsOf(publicReads.replica, id))

  route(router, fitments.managed, async ({ params }) => {
    const found = await findManagedFitments(db, params.id)
    if (!found) throw new AppError('not-found')
    return found
  })

  route(router, fitments.change, ({ params, body, user, request }) =>
    changeFitments(db, actorOf({ user, request }), { ...body, id: params.id }),
  )
}

async function fitmentsOf(reader: PublicReader, id: string) {
  const found = await reader.run(({ pool }) => findFitments(pool, id))
  if (!found) throw new AppError('not-found')
  return found
}
