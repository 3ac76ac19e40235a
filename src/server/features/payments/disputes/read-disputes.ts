import type { Intent } from '../../../services/cards/cards.ts'
import type { Dispute } from '../../../services/cards/disputes.ts'
import type { Shop } from '../../../shop.ts'

/** The provider's answer about the disputes of an intent. */
export interface DisputesRead {
  disputes: Dispute[]
  /** The order's `dispute_version` before the provider was asked: if it differs later, the answer may be outdated. */
  version: number | undefined
  /** Whether a lost dispute has closed the order before. */
  isChargedBack: boolean
}

export async function readDisputes(
  { database, cards }: Pick<Shop, 'database' | 'cards'>,
  { id, orderId = '' }: Intent,
): Promise<DisputesRead> {
  const order = await database.db
    .selectFrom('orders')
    .select('dispute_version')
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('refunds')
            .where('intent_id', '=', id)
            .where('reason', '=', 'charged-back'),
        )
        .as('isChargedBack'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  return {
    disputes: await cards.disputesOf(id),
    version: order?.dispute_version,
    isChargedBack: Boolean(order?.isChargedBack),
  }
}
