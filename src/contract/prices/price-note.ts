import { dollars } from '../formats/formatting.ts'

interface PricedLine {
  /** The public price of one unit, in dollars. */
  listPrice?: number | undefined
  priceFrom?: string | undefined
}

/** `from 100, list price $23.73`: why a unit price is below that of one unit; undefined if it is not. */
export const priceNote = ({ listPrice, priceFrom }: PricedLine): string | undefined =>
  listPrice === undefined || priceFrom === undefined
    ? undefined
    : `${priceFrom}, list price ${dollars(listPrice)}`
