import type { LimitNumbers } from '../reservation-limits.ts'

/** Values of every statement that places an order. */
export interface OrderValues {
  userId: string
  email: string
  totalCents: number
  limits: LimitNumbers
  key: string | null
  hash: string | null
  shippingCents: number
  reference: string | null
}

/** An order with an entry for each line. */
export interface LineValues extends OrderValues {
  products: readonly string[]
  quantities: readonly number[]
  vehicles: readonly (string | null)[]
  verdicts: readonly (string | null)[]
  orderedAs: readonly (string | null)[]
}

/** An order of one line. */
export interface OneLineValues extends OrderValues {
  product: string
  quantity: number
  vehicle: string | null
  verdict: string | null
  orderedAs: string | null
}

/** The values of an order of one line for its own statement; undefined if it has several. */
export function asOneLine({
  products: [product, ...others],
  quantities: [quantity],
  vehicles: [vehicle = null],
  verdicts: [verdict = null],
  orderedAs: [orderedAs = null],
  ...order
}: LineValues): OneLineValues | undefined {
  if (others.length > 0 || product === undefined || quantity === undefined) return undefined
  return { ...order, product, quantity, vehicle, verdict, orderedAs }
}

export const asLines = ({
  product,
  quantity,
  vehicle,
  verdict,
  orderedAs,
  ...order
}: OneLineValues): LineValues => ({
  ...order,
  products: [product],
  quantities: [quantity],
  vehicles: [vehicle],
  verdicts: [verdict],
  orderedAs: [orderedAs],
})
