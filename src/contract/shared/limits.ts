export interface Limit {
  max: number
  seconds: number
}

const minute = 60
const hour = 60 * minute

/**
 * How often something may be done: by one account, or from one address where nobody is signed in. An
 * address may be a whole workshop's.
 */
export const limits = {
  calls: { max: 300, seconds: minute },
  reads: { max: 600, seconds: minute },
  /** Apart from all reading: a balancer asks for many nodes, maybe from the address of all customers. */
  health: { max: 6_000, seconds: minute },
  pages: { max: 600, seconds: minute },
  /** Most are honest: everybody of an office whose tokens ended over lunch. */
  failedTokens: { max: 120, seconds: minute },
  exchanges: { max: 10, seconds: minute },
  exchangesFromAddress: { max: 60, seconds: minute },
  orders: { max: 60, seconds: minute },
  payments: { max: 20, seconds: minute },
  confirmations: { max: 30, seconds: minute },
  profiles: { max: 10, seconds: minute },
  reviews: { max: 5, seconds: hour },
  /** From one address: whoever writes has no account. */
  contact: { max: 10, seconds: hour },
  newsletter: { max: 20, seconds: hour },
  uploads: { max: 20, seconds: hour },
  /** A catalogue may be entered in one afternoon. */
  uploadsByAdmins: { max: 300, seconds: hour },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Unpaid orders of one account that keep their units at the same time. */
export const heldOrdersMax = 50
/** The same while its e-mail address is not confirmed: such accounts cost nothing to make. */
export const heldOrdersMaxUnverified = 20

/** Payments of one order that may be declined within an hour. */
export const failedPaymentsMax = 5
