import { labelOf, type Open } from '../shared/open-enum.ts'
import type { Verdict } from './fit.ts'

const words: Record<Verdict, string> = {
  fits: 'fits',
  check: 'check first',
  'does-not-fit': 'does not fit',
  universal: 'fits every car',
  unknown: 'fit not confirmed',
}

interface OrderedCar {
  vehicle?: string | null | undefined
  verdict?: Open<Verdict> | null | undefined
}

/** `2014 Volkswagen Golf — does not fit`; without a verdict the car alone. */
const carWithVerdict = ({ name, verdict }: { name: string; verdict?: Open<Verdict> | undefined }) =>
  verdict ? `${name} — ${labelOf(words, verdict)}` : name

/** Car and verdict of an order line; undefined without a car. */
export const orderedFor = ({ vehicle, verdict }: OrderedCar): string | undefined =>
  vehicle && verdict ? carWithVerdict({ name: vehicle, verdict }) : undefined

/** Car and verdict of an order of one part; several have their cars beside each part. */
export const orderFor = ({ lines: [first, ...others] }: { lines: readonly OrderedCar[] }) =>
  first && others.length === 0 ? orderedFor(first) : undefined
