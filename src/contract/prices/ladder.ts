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

const example = 'Units and a price of each rung, such as 100:18.79; 500:17.50'
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
  rungs.map(({ from, price }) => `${from}:${price.toFixed(2)}`).join(separator)

/** Pairs of units and cents, as the database stores a ladder, as rungs in dollars. */
export const toRungs = (pairs: readonly number[]): Rung[] =>
  pairs.flatMap((from, index) => {
    const cents = pairs[index + 1]
    return index % 2 === 0 && cents !== undefined ? [{ from, price: toDollars(cents) }] : []
  })

export const toPairs = (rungs: readonly Rung[]) =>
  rungs.flatMap(({ from, price }) => [from, toCents(price)])

/** The reason why rungs are no ladder of a price in dollars. Without a price, any one. */
export function ladderProblem(breaks: readonly Rung[], price?: number): string | undefined {
  if (breaks.length > rungsMax) return `At most ${rungsMax} rungs`
  for (const [index, rung] of breaks.entries()) {
    const { from } = rung
    if (!Number.isInteger(from) || from < 2 || from > fromMax) {
      return `A rung begins at 2 to ${fromMax} units`
    }
    if (!isAmount(rung.price)) return `The price from ${from} units is an amount in dollars`
    const before = breaks[index - 1]
    if (before && before.from >= from) return 'Each rung begins at more units than the one before'
    if (before && before.price <= rung.price) {
      return `The price from ${from} units must be below the one from ${before.from}`
    }
    if (from * toCents(rung.price) < chargeMin) {
      return `${from} units must cost ${toDollars(chargeMin).toFixed(2)} dollars at least`
    }
  }
  const [first] = breaks
  if (price !== undefined && first && first.price >= price) {
    return `The price from ${first.from} units must be below the price of one`
  }
  return undefined
}

const isAmount = (price: number) =>
  price > 0 && price <= priceMax && Math.abs(toCents(price) - price * 100) < 1e-6

/** A ladder as an admin enters it: as rungs, or as their text. */
export const EnteredLadder = z.pipe(
  z.union([
    z
      .string()
      .check(z.maxLength(textMax, `At most ${rungsMax} rungs`))
      .check(z.refine((typed) => readLadder(typed) !== undefined, example)),
    z.array(PriceBreak, example).check(z.maxLength(rungsMax, `At most ${rungsMax} rungs`)),
  ]),
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
