export interface Limit {
  max: number
  seconds: number
}

const minute = 60
const hour = 60 * minute

/** Rate limits per account, or per IP address of visitors, which a whole workshop may share. */
export const limits = {
  calls: { max: 300, seconds: minute },
  reads: { max: 600, seconds: minute },
  /** Apart from other reads: a balancer checks many nodes, maybe from the address of all customers. */
  health: { max: 6_000, seconds: minute },
  pages: { max: 600, seconds: minute },
  /** Most are honest: an office whose tokens expired over lunch. */
  failedTokens: { max: 120, seconds: minute },
  exchanges: { max: 10, seconds: minute },
  exchangesFromAddress: { max: 60, seconds: minute },
  orders: { max: 60, seconds: minute },
  /** Changes of a cart or of the kept cars: a press of a button each. */
  carts: { max: 120, seconds: minute },
  payments: { max: 20, seconds: minute },
  confirmations: { max: 30, seconds: minute },
  profiles: { max: 10, seconds: minute },
  /** Enough to fill an address book. */
  addresses: { max: 60, seconds: minute },
  /** Everything about an account: dozens of statements. */
  downloads: { max: 5, seconds: hour },
  erasures: { max: 10, seconds: hour },
  reviews: { max: 5, seconds: hour },
  /** Per address: senders need no account. */
  contact: { max: 10, seconds: hour },
  alerts: { max: 60, seconds: hour },
  newsletter: { max: 20, seconds: hour },
  uploads: { max: 20, seconds: hour },
  /** Enough to enter a catalogue in one afternoon. */
  uploadsByAdmins: { max: 300, seconds: hour },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Default limit of unpaid orders of one account with a reservation at the same time. */
export const heldOrdersMax = 50

/** The most lines of one order. */
export const orderLinesMax = 200

/** Declined payments of one order within an hour. */
export const failedPaymentsMax = 5

/** Characters of a part number as it is typed; longer than any that is stored. */
export const typedNumberMax = 100
