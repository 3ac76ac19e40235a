import { dollars, unitsText } from '#contract/formats/formatting.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { AppError } from '../../errors/errors.ts'

/** A row of an earlier order of the account. */
export type EarlierRow = { id: string; units: number; total_cents: number; created_at: Date }

/** The part of a cart that an order took, with the units that are left. */
interface Taken {
  product: string
  quantity: number
}

/** Refuses what another device may have ordered already; names these orders, newest first, and what they took of a cart. */
export function orderedMeanwhile(rows: readonly EarlierRow[], lines?: readonly Taken[]): AppError {
  const orders = new Map(
    rows.map(({ id, units, total_cents, created_at }) => [
      id,
      {
        _id: id,
        quantity: units,
        price: toDollars(total_cents),
        createdAt: created_at.toISOString(),
      },
    ]),
  )
  const [newest] = orders.values()
  const detail = `These parts were ordered a moment ago: ${unitsText(newest?.quantity ?? 0)} for ${dollars(newest?.price ?? 0)}`
  return new AppError('ordered-meanwhile', {
    detail,
    orders: [...orders.values()],
    ...(lines && { lines: [...lines] }),
  })
}
