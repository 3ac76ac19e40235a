import type { ComponentProps } from 'react'
import type { FitLine } from './fit-line.tsx'
import { useOnPages } from '../load-on-pages.ts'

/** The place of a verdict on a public page, whose HTML is the same for every car. */
export function FitSlot(props: ComponentProps<typeof FitLine>) {
  const fits = useOnPages()
  return fits && <fits.FitLine {...props} />
}
