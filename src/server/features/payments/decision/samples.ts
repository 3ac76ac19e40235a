import { erasedOrderEmail } from '#contract/shared/erased.ts'
import type { decide } from './decide.ts'

export type Order = NonNullable<Parameters<typeof decide>[0]>
export type Intent = Parameters<typeof decide>[1]

export const total = 10_000
const someDay = new Date(0)

/** An order in each state that `decide` distinguishes; its own intent is `pi_1`. */
export const unpaid: Order = {
  status: 'unpaid',
  total_cents: total,
  transaction_id: null,
  held_until: someDay,
  deleted_at: null,
  email: 'mia@shop.example',
}
export const expired: Order = { ...unpaid, held_until: null }
export const deleted: Order = { ...expired, deleted_at: someDay }
export const erased: Order = { ...deleted, email: erasedOrderEmail }
export const paid: Order = { ...expired, status: 'paid', transaction_id: 'pi_1' }
export const shipped: Order = { ...paid, status: 'shipped' }
export const refunded: Order = { ...paid, status: 'refunded' }
export const paidByAnother: Order = { ...paid, transaction_id: 'pi_2' }
export const shippedByAnother: Order = { ...shipped, transaction_id: 'pi_2' }
export const refundedByAnother: Order = { ...refunded, transaction_id: 'pi_2' }

/** An intent that pays these orders, and the same intent after refunds by the owner. */
export const succeeded: Intent = {
  id: 'pi_1',
  status: 'succeeded',
  amountReceived: total,
  amountRefunded: 0,
  currency: 'usd',
}
export const partlyReturned: Intent = { ...succeeded, amountRefunded: 400 }
export const returned: Intent = { ...succeeded, amountRefunded: total }

type Dispute = NonNullable<Intent['disputes']>[number]

/** A dispute of all the money, or of some cents. */
export const dispute = (state: Dispute['state'], amount = total, id = 'dp_1'): Dispute => ({
  id,
  state,
  amount,
})

/** The intent with these disputes. */
export const disputed = (...disputes: Dispute[]): Intent => ({ ...succeeded, disputes })

/** An order that a lost dispute has closed. */
export const chargedBack: Order = { ...refunded, isChargedBack: true }
