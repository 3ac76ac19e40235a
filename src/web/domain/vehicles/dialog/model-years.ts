import type { VehicleModel } from '#contract/vehicles/vehicles.ts'

/** For models whose years of sale are unknown. */
const earliest = 1950

/** The model years that can be chosen, newest first. */
export function yearsOf({ years }: VehicleModel, thisYear = new Date().getFullYear()): number[] {
  const ranges = years.length > 0 ? years : [[earliest, thisYear + 1] as const]
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .toSorted((one, other) => other - one)
}
