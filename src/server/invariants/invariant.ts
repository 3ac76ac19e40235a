/** A statement that holds for the rows of the database at any moment. */
export interface Invariant {
  id: string
  /** The statement, as shown when it is violated. */
  promise: string
  /**
   * Selects the `id` of every row that violates it, among those changed since `$1`.
   * `$2` is the number of seconds that a background job may be late.
   */
  violations: string
}

export interface Violation {
  invariant: string
  promise: string
  count: number
  /** Ids of a few violating rows. */
  examples: string[]
}

export const examplesShown = 5

/** Orders before `$1` with an event since then. */
const changedSince = `select order_id from order_events where created_at >= $1 and order_id < id_since($1)`

/**
 * The ids of orders changed since `$1`, each once, by index: new ones by their ids, which begin with the time, others by
 * their history.
 */
export const touchedIds = `touched as (
  select id from orders where id >= id_since($1)
  union all
  select distinct order_id from (${changedSince}) as changed
)`

/** The same orders as rows: looking each up by its id would take longer than most checks of them. */
export const touchedRows = `(
  select * from orders where id >= id_since($1)
  union all
  select * from orders where id in (${changedSince})
) as orders`
