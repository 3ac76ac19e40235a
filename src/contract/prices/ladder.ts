import { decimal, unitsText } from '../formats/formatting.ts'
import * as z from 'zod/mini'
import { toCents, toDollars } from '../shared/fields.ts'
import { chargeMin } from '../shared/quantity.ts'
import type { Prices, Rung } from './unit-price.ts'

/** A price from a number of units on, in dollars. */
export const PriceBreak = z.object({ from: z.int(), price: z.number() })

export const rungsMax = 10
const fromMax = 1_000_000
const priceMax = 999_999.99
const textMax = 400

const tooManyRungs = `At most ${rungsMax} price breaks`
const example = 'Units and price of each price break, such as 100:18.79; 500:17.50'
const rungPattern = /^(\d{1,9}) *: *(\d{1,6}(?:\.\d{1,2})?)$/

/** `100:18.79;500:17.50` as rungs; undefined if it is none. */
export function readLadder(typed: string): Rung[] | undefined {
  const rungs = typed
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => rungPattern.exec(part))
  if (!rungs.every((rung) => rung !== null)) return undefined
  return rungs.map(([, from, price]) => ({ from: Number(from), price: Number(price) }))
}

/** The text that {@link readLadder} reads. */
export const writeLadder = (rungs: readonly Rung[], separator: ';' | '; ' = '; ') =>
  rungs.map(({ from, price }) => `${from}:${decimal(price)}`).join(separator)

/** Pairs of units and cents, as the database stores a ladder, as rungs in dollars. */
export const toRungs = (pairs: readonly number[]): Rung[] =>
  pairs.flatMap((from, index) => {
    const cents = pairs[index + 1]
    return index % 2 === 0 && cents !== undefined ? [{ from, price: toDollars(cents) }] : []
  })

export const toPairs = (rungs: readonly Rung[]) =>
  rungs.flatMap(({ from, price }) => [from, toCents(price)])

/** Why rungs are not a ladder for a price in dollars, or without a price for any one. */
export function ladderProblem(breaks: readonly Rung[], price?: number): string | undefined {
  if (breaks.length > rungsMax) return tooManyRungs
  for (const [index, rung] of breaks.entries()) {
    const { from } = rung
    if (!Number.isInteger(from) || from < 2 || from > fromMax) {
      return `A price break must start at 2 to ${unitsText(fromMax)}`
    }
    if (!isAmount(rung.price))
      return `The price from ${unitsText(from)} must be an amount in dollars`
    const before = breaks[index - 1]
    if (before && before.from >= from)
      return 'Each price break must start at more units than the one before'
    if (before && before.price <= rung.price) {
      return `The price from ${unitsText(from)} must be below the one from ${before.from}`
    }
    if (from * toCents(rung.price) < chargeMin) {
      return `${unitsText(from)} must cost at least ${decimal(toDollars(chargeMin))} dollars`
    }
  }
  const [first] = breaks
  if (price !== undefined && first && first.price >= price) {
    return `The price from ${unitsText(first.from)} must be below the price of one`
  }
  return undefined
}

const isAmount = (price: number) =>
  price > 0 && price <= priceMax && Math.abs(toCents(price) - price * 100) < 1e-6

/** A ladder as an admin enters it: as rungs, or as their text. */
export const EnteredLadder = z.pipe(
  z.union(
    [
      // Aborts, or the checks of the product around it would get the text instead of rungs.
      z.string().check(
        z.maxLength(textMax, { abort: true }),
        z.refine((typed) => readLadder(typed) !== undefined, { abort: true }),
      ),
      z.array(PriceBreak).check(z.maxLength(rungsMax, tooManyRungs)),
    ],
    {
      error: ({ input }) =>
        typeof input === 'string' && input.length > textMax ? tooManyRungs : example,
    },
  ),
  z.pipe(
    z.transform((typed: string | Rung[]): Rung[] =>
      typeof typed === 'string' ? (readLadder(typed) ?? []) : typed,
    ),
    z.array(PriceBreak).check(
      z.check(({ value, issues }) => {
        const message = ladderProblem(value)
        if (message) issues.push({ code: 'custom', message, input: value })
      }),
    ),
  ),
)

/** The check that the rungs of a product are below its price. */
export const rungsBelowPrice = z.check<{ price: number; breaks?: Prices['breaks'] }>(
  ({ value: { price, breaks = [] }, issues }) => {
    const message = ladderProblem(breaks, price)
    if (message) issues.push({ code: 'custom', message, path: ['breaks'], input: breaks })
  },
)
