import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ChosenCar, chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { onGarageChange } from '#web/domain/vehicles/garage.ts'
import { type CatalogueParams, type ShowParts, useCatalogueReads } from './catalogue-params.ts'

/** The car of the address, by the name that the shop has for it; undefined without one. */
export function useListedCar(shown: CatalogueParams): ChosenCar | undefined {
  const { vehicle, engine } = shown
  const { count } = useCatalogueReads(shown)
  const { data } = useQuery({ ...count, enabled: vehicle !== '' })
  if (!vehicle || !data?.car) return undefined
  return { vehicle, ...(engine && { engine }), name: data.car }
}

/** Shows what fits a car once it is chosen here, and follows an answer about its engine. */
export function useNewlyChosenCar(shown: CatalogueParams, show: ShowParts) {
  const follow = useEffectEvent((before: ChosenCar | null, now: ChosenCar | null) => {
    // Another tab has its own list.
    if (!now || document.visibilityState !== 'visible') return
    const isOther = now.vehicle !== before?.vehicle
    const isAnswered = now.engine !== before?.engine && shown.vehicle === now.vehicle
    if (!isOther && !isAnswered) return
    show({ vehicle: now.vehicle, engine: now.engine ?? '', fits: 'this-car' })
  })
  useEffect(() => {
    let before = chosenCar()
    return onGarageChange(() => {
      const last = before
      before = chosenCar()
      follow(last, before)
    })
  }, [])
}
