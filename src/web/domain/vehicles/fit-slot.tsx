import type { ComponentProps } from 'react'
import { useLazyModule } from '#web/lib/browser/lazy-module.ts'
import type { FitLine } from './fit-line.tsx'
import { loadCar } from './load-car.ts'

/** The place of a verdict on a public page, whose HTML is the same for every car. */
export function FitSlot(props: ComponentProps<typeof FitLine>) {
  const fits = useLazyModule(loadCar)
  return fits && <fits.FitLine {...props} />
}
