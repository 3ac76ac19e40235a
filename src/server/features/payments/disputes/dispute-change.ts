import type { Dispute } from '../../../services/cards/disputes.ts'
import type { LockedOrder } from '../../orders/queries.ts'

/** A dispute with a state that the shop did not know. */
export interface DisputeChange {
  /** As it was before the change. */
  order: LockedOrder
  dispute: Dispute
  /** Whether it closed the order as charged back. */
  isChargedBack: boolean
}
