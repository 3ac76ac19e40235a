import { garage } from '#contract/garage.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { keepGarage, readGarage, removeGarage } from './queries.ts'

/** The cars of an account: each call reads and changes those of the caller only. */
export function garageRoutes({ router, database: { db } }: Shop) {
  route(router, garage.read, ({ user }) => readGarage(db, user.id))

  route(router, garage.keep, ({ body, user }) => keepGarage(db, user.id, body))

  route(router, garage.remove, ({ user }) => removeGarage(db, user.id))
}
