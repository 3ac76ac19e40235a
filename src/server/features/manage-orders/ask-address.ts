import { AppError } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import { askForAddresses } from '../order-mails/address-mail.ts'
import { lockOrder } from '../orders/queries.ts'

type Deps = Pick<Shop, 'database' | 'config'>

/** Asks the customer for a missing delivery address; undefined if there is no such order. */
export function requestAddress({ database, config }: Deps, actor: Actor, id: string) {
  return database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.deleted_at) return undefined
    if (order.status !== 'paid' || order.delivery_address !== null) {
      throw new AppError('not-in-this-state')
    }
    const request = { ids: [id], actor: actor.id, origin: config.PUBLIC_URL }
    const asked = await askForAddresses(trx, request)
    if (asked.length === 0) {
      // The account is closed.
      if (order.address_asked_at === null) throw new AppError('not-in-this-state')
      return { modifiedCount: 0 }
    }
    await recordAdminAction(trx, actor, {
      action: 'ship-order',
      target: id,
      before: {},
      after: { address: 'asked for by mail' },
    })
    return { modifiedCount: 1 }
  })
}
