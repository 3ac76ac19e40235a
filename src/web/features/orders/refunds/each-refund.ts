import { toCents, toDollars } from '#contract/shared/fields.ts'

interface Step {
  kind: string
  /** The dollars refunded so far, at a partial refund. */
  amount?: number | undefined
}

/** The steps of an order with the dollars of each partial refund in place of those refunded so far. */
export function eachRefund<One extends Step>(steps: readonly One[]): One[] {
  let before = 0
  return steps.map((step) => {
    if (step.kind !== 'partly-refunded' || step.amount === undefined) return step
    const cents = toCents(step.amount)
    const own = { ...step, amount: toDollars(cents - before) }
    before = cents
    return own
  })
}
