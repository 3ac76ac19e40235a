import { sqlText } from '../../db/sql-text.ts'

/** The units of a product that are free, and those that uncovered orders have reserved, as expressions. */
export interface Stock {
  quantity: string
  uncovered: string
}

export const ofRow: Stock = { quantity: 'quantity', uncovered: 'uncovered_units' }

/**
 * The condition that with these units uncovered orders have reserved more than half of what was sellable without them
 * (docs/decisions/0093).
 */
export const isBeyondHalf = (units: string, { quantity, uncovered }: Stock = ofRow) =>
  `${uncovered} + ${units} > (${quantity} + ${uncovered}) / 2`

/**
 * Sets the columns of a product that count uncovered orders, as one of them takes units or, where the condition is false, any
 * other order. They are read from `row`, which is locked.
 */
export const countUncovered = (
  units: string,
  isUncovered: string,
  row: Stock & { beyondHalfAt: string } = { ...ofRow, beyondHalfAt: 'beyond_half_at' },
) => sqlText`
  uncovered_units = ${row.uncovered}
    + case when ${isUncovered} then ${units} else 0 end,
  beyond_half_at = case
    when ${isUncovered}
      and ${isBeyondHalf(units, row)}
      then now()
    else ${row.beyondHalfAt} end`
