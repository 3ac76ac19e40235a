import { useQuery } from '@tanstack/react-query'
import { type ChosenCar, useChosenCar } from './chosen-car.ts'
import { readFit } from './read-fit.ts'

/** How many units of a part the chosen car needs, if its fitments say so. */
export function UnitsPerCar({ product }: { product: string }) {
  const car = useChosenCar()
  return car && <UnitsFor car={car} product={product} />
}

function UnitsFor({ car, product }: { car: ChosenCar; product: string }) {
  const { data: fit } = useQuery(readFit(car, product))
  return fit?.perCar ? <> · Needed per car: {fit.perCar}</> : null
}
