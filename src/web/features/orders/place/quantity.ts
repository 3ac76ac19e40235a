import { quantityMin } from '#contract/shared/quantity.ts'

const sizes = [10, 20, 50, 100]

/** What each key adds, beside the buttons' ten and, with Shift, hundred. */
const keySteps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
])

export const stepOfKey = (key: string) => keySteps.get(key)

/** What was typed or pasted, without the blanks and commas that group thousands. */
export function ungrouped(typed: string): string {
  const digits = typed.replaceAll(/\s/g, '')
  return /^\d{1,3}(?:,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits
}

/** The number of units in what was typed; undefined when it is no whole number. */
export const unitsIn = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : undefined)

/** One step up or down, never below the minimum or above what is available. */
export function stepped(typed: string, step: number, available: number): string {
  const units = (unitsIn(typed) ?? 0) + step
  return String(Math.max(quantityMin, Math.min(available, units)))
}

/** Quantities to choose with one press, the last one being everything that is left. */
export const quickQuantities = (available: number) =>
  available < quantityMin ? [] : [...sizes.filter((size) => size < available), available]
