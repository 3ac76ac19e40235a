import { dollars, unitsText } from '#contract/formats/formatting.ts'
import { toDollars } from '#contract/shared/fields.ts'
import type { Problem } from '#contract/shared/problem-document.ts'
import { AppError } from '../../errors/errors.ts'

/** A row of an earlier order of the account. */
export type EarlierRow = {
  id: string
  units: number
  total_cents: number
  /** The buyer's own order number. */
  reference: string | null
  created_at: Date
}

interface Ordered {
  /** Which of the parts were ordered, such as 'These parts were'. */
  what: string
  lines: NonNullable<Problem['lines']>
}

/** Refuses what another device may have ordered already; names these orders, newest first, and the lines that they have. */
export function orderedMeanwhile(rows: readonly EarlierRow[], { what, lines }: Ordered): AppError {
  const orders = new Map(
    rows.map(({ id, units, total_cents, reference, created_at }) => [
      id,
      {
        _id: id,
        quantity: units,
        price: toDollars(total_cents),
        ...(reference !== null && { reference }),
        createdAt: created_at.toISOString(),
      },
    ]),
  )
  const [newest] = orders.values()
  const which = orders.size === 1 ? 'an order' : 'several orders, the newest'
  const detail = `${what} ordered a moment ago, in ${which} of ${unitsText(newest?.quantity ?? 0)} for ${dollars(newest?.price ?? 0)}`
  return new AppError('ordered-meanwhile', { detail, orders: [...orders.values()], lines })
}
