import type { VehicleModel } from '#contract/vehicles/vehicles.ts'

/** Where nobody has said which years a model was sold. */
const earliest = 1950

/** The model years that can be chosen, newest first. */
export function yearsOf({ years }: VehicleModel, thisYear = new Date().getFullYear()): number[] {
  const ranges = years.length > 0 ? years : [[earliest, thisYear + 1] as const]
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .toSorted((one, other) => other - one)
}
