import type { OrderTax } from './taxes.ts'

export interface TaxLine {
  label: string
  /** Dollars; negative for what an exempt buyer does not pay. */
  amount: number
}

const percentText = (percent: number) => `${percent}%`

/** The taxes that change the total, to be written above it. */
export function linesAboveTotal(tax: OrderTax | undefined): TaxLine[] {
  if (!tax || (tax.included && !tax.exempt)) return []
  if (!tax.included) {
    if (tax.exempt) return [{ label: 'Tax exempt', amount: 0 }]
    return tax.rates.map(({ name, percent, amount }) => ({
      label: `${percentText(percent)} ${name}`,
      amount,
    }))
  }
  return tax.rates.map(({ name, percent, amount }) => ({
    label: `Exempt from ${percentText(percent)} ${name}`,
    amount: -amount,
  }))
}

/** The taxes that the total includes, to be written below it. */
export const linesBelowTotal = (tax: OrderTax | undefined): TaxLine[] =>
  tax?.included && !tax.exempt
    ? tax.rates.map(({ name, percent, amount }) => ({
        label: `Includes ${percentText(percent)} ${name}`,
        amount,
      }))
    : []
