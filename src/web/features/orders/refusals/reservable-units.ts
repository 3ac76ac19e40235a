import { isProblem } from '#web/lib/http/problems.ts'

/** The units of each part that the account can reserve for now, by product. */
export type Reservable = ReadonlyMap<string, number>

export const unlimited: Reservable = new Map()

/** What the refusal of an order says of units beyond the account's share. */
export function reservableUnits(error: unknown): Reservable {
  const lines = isProblem(error, 'too-many-units') ? (error.problem.lines ?? []) : []
  return new Map(lines.map(({ product, available = 0 }) => [product, available]))
}

/** The units that are possible, as a sentence. */
export const reservableSentence = (units: number) =>
  units === 0
    ? 'You can’t reserve more of this part for now.'
    : `You can reserve ${units} units for now.`

/** The units that are possible in place of the wanted ones; undefined if those are not beyond the share. */
export function beyondShare(reservable: Reservable, product: string, wanted: number | string) {
  const units = reservable.get(product)
  return units !== undefined && Number(wanted) > units ? units : undefined
}
