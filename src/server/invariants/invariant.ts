/** Something that is true of the shop's rows at any moment, whatever has happened. */
export interface Invariant {
  id: string
  /** What it promises, for whoever reads that it is broken. */
  promise: string
  /**
   * Selects the `id` of every row that breaks it, among those touched since `$1`.
   * `$2` is how many seconds a background job may be late.
   */
  violations: string
}

export interface Violation {
  invariant: string
  promise: string
  count: number
  /** Ids of a few of the rows. */
  examples: string[]
}

export const examplesShown = 5

/** Found by index: new orders by their ids, which begin with their time, others by their history. */
export const touchedOrders = `touched as (
  select id from orders where id >= id_since($1)
  union
  select order_id from order_events where created_at >= $1
)`
