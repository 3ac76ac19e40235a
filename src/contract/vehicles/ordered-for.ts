import type { Verdict } from './fit.ts'

const words: Record<Verdict, string> = {
  fits: 'fits',
  check: 'check first',
  'does-not-fit': 'does not fit',
  universal: 'fits every car',
  unknown: 'not known whether it fits',
}

interface OrderedCar {
  vehicle?: string | null | undefined
  verdict?: Verdict | null | undefined
}

/** `2014 Volkswagen Golf — does not fit`; undefined of a line without a car. */
export const orderedFor = ({ vehicle, verdict }: OrderedCar): string | undefined =>
  vehicle && verdict ? `${vehicle} — ${words[verdict]}` : undefined

/** The same of an order of one part; several have their cars beside each part. */
export const orderFor = ({ lines: [first, ...others] }: { lines: readonly OrderedCar[] }) =>
  first && others.length === 0 ? orderedFor(first) : undefined
