import { addresses, addressMessages } from '#contract/addresses/addresses.ts'
import { AppError } from '../../errors/errors.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { addAddress, changeAddress, listAddresses, makeDefault, removeAddress } from './queries.ts'

/** The address book of an account: each call reads and changes rows of the caller only. */
export function addressRoutes({ router, database: { db } }: Shop) {
  route(router, addresses.list, ({ user }) => listAddresses(db, user.id))

  route(router, addresses.add, ({ body, user, trx }) => addAddress(trx, user.id, body))

  route(router, addresses.change, async ({ params, body: { seen, ...address }, user }) => ({
    modifiedCount: found(
      await db
        .transaction()
        .execute((trx) => changeAddress(trx, { ...params, userId: user.id }, { address, seen })),
    ),
  }))

  route(router, addresses.makeDefault, async ({ params, user }) => ({
    modifiedCount: found(
      await db.transaction().execute((trx) => makeDefault(trx, { ...params, userId: user.id })),
    ),
  }))

  route(router, addresses.remove, async ({ params, user }) => ({
    deletedCount: found(
      await db.transaction().execute((trx) => removeAddress(trx, { ...params, userId: user.id })),
    ),
  }))
}

function found(count: number): number {
  if (count === 0) throw new AppError('not-found', { detail: addressMessages.gone })
  return count
}
