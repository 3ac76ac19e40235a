import { useQuery } from '@tanstack/react-query'
import { readVehicleKey } from '#contract/vehicles/vehicle-key.ts'
import { vehiclePaths } from '#contract/vehicles/vehicle-paths.ts'
import type { VehicleTree, vehicles } from '#contract/vehicles/vehicles.ts'
import { read } from '#web/lib/api/api.ts'

const readTree = read<typeof vehicles.tree>(vehiclePaths.tree, {}, { anonymous: true })

/** The list of all cars. */
export const useTree = () => useQuery({ ...readTree, staleTime: Infinity })

/** Whether the list has a car such as `volkswagen/golf/2014`. */
export function isListed({ makes }: VehicleTree, vehicle: string): boolean {
  const key = readVehicleKey(vehicle)
  const make = makes.find(({ slug }) => slug === key?.make)
  const model = make?.models.find(({ slug }) => slug === key?.model)
  if (!key || !model) return false
  const { years } = model
  return years.length === 0 || years.some(([from, to]) => from <= key.year && key.year <= to)
}
