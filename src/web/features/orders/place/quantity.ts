import { quantityMin } from '#contract/shared/quantity.ts'

const sizes = [10, 20, 50, 100]

/** Step of each key. The buttons step by 10, with Shift by 100. */
const keySteps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
])

export const stepOfKey = (key: string) => keySteps.get(key)

/** The input without thousands separators. */
export function stripGrouping(typed: string): string {
  const digits = typed.replaceAll(/\s/g, '')
  return /^\d{1,3}(?:,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits
}

/** Parses a whole number of units; undefined if it is none. */
export const parseUnits = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : undefined)

/** One step up or down, clamped to the minimum order and the stock. */
export function stepQuantity(typed: string, step: number, available: number): string {
  const units = (parseUnits(typed) ?? 0) + step
  return String(Math.max(quantityMin, Math.min(available, units)))
}

/** Quick choices; the last one is the whole stock. */
export const quickQuantities = (available: number) =>
  available < quantityMin ? [] : [...sizes.filter((size) => size < available), available]
