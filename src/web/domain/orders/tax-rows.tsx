import { Fragment } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { linesAboveTotal, linesBelowTotal } from '#contract/taxes/tax-words.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'

type TaxRowsProps = {
  tax: OrderTax | undefined
  /** Taxes that change the total are above it, those that it includes below. */
  at: 'above' | 'below'
}

/** Taxes of an order in a list of its sums. */
export function TaxRows({ tax, at }: TaxRowsProps) {
  const lines = at === 'above' ? linesAboveTotal(tax) : linesBelowTotal(tax)
  return lines.map(({ label, amount }) => (
    <Fragment key={label}>
      <dt>{label}</dt>
      <dd>{dollars(amount)}</dd>
    </Fragment>
  ))
}
