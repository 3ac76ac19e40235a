import type { QueryClient } from '@tanstack/react-query'
import { type OrderRules, smallestOrder } from '#contract/shared/quantity.ts'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { chosenCar } from '../vehicles/chosen-car.ts'
import type { BrowserLine } from './browser-cart.ts'
import { putInCart } from './put-in-cart.ts'

/** A part of a list. */
export type PricedPart = OrderRules & { _id: string; name: string; price: number }

/** The smallest order of a part for the chosen car, as a line of the cart. */
export function smallestLine(part: PricedPart): BrowserLine {
  const car = chosenCar()
  return {
    product: part._id,
    name: part.name,
    quantity: smallestOrder(part),
    seenPrice: part.price,
    ...(car && { car }),
  }
}

/** Adds the smallest order of a part, from a list. Returns what the list shows beside the button if it was refused. */
export async function putSmallestInCart(client: QueryClient, part: PricedPart) {
  const problem = await putInCart(client, [smallestLine(part)])
  // The toast announces it.
  return problem && <ErrorLine isAnnounced={false}>{problem}</ErrorLine>
}
