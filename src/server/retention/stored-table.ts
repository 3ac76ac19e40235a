/** How long the shop keeps data, by its settings; as texts for documents. */
export interface Periods<Value = number> {
  /** After this many days a sign-in ends. */
  signInDays: Value
  /** Years without an event after which an order no longer names anybody. */
  orderYears: Value
  /** Days after shipping or refund for which an order of an erased account keeps its delivery address. */
  erasedOrderDays: Value
}

/**
 * The rows of one account. Parameters: $1 the id of the account, $2 its uid, $3 its e-mail address if that is
 * verified, else null: an unverified address may be another person's.
 */
interface AccountRows {
  of: string
  /** A unique key, for keyset pagination. */
  key: readonly string[]
  /** Columns that a download leaves out: secrets, and what only concerns others. */
  withheld?: readonly string[]
  /** Columns that a download changes, by an SQL expression. */
  shownAs?: Readonly<Record<string, string>>
}

/** A table and the personal data in it. */
export interface StoredTable {
  /** For documents and the shop's Privacy page, if it has personal data. */
  title?: string
  /** Columns with personal data. */
  personal: readonly string[]
  /** Texts, JSON and references to accounts that need no period: about no person, or needed as long as the row. */
  other?: readonly string[]
  /** How long personal data stays, and why. */
  kept?: (periods: Periods<string>) => string
  /** The consequence of an erasure for the personal data. */
  whenErased?: string
  /** The condition under which rows have expired. */
  expired?: (periods: Periods) => string
  /** The rows that a download contains; `orderRows`: those of the account's orders. */
  rows?: AccountRows | 'orderRows'
  /** What an erasure does with these rows; without, the erasure has a step of its own, or they stay. */
  erase?: 'delete' | Readonly<Record<string, string>>
}
