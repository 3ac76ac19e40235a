import type { QueryClient } from '@tanstack/react-query'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { type OrderRules, smallestOrder } from '#contract/shared/quantity.ts'
import type { BrowserLine } from './browser-cart.ts'
import { joinCart } from './join-cart.ts'

/** A part of a list. */
export type PricedPart = OrderRules & { _id: string; name: string; price: number }

/** Adds lines to the cart and says so. Returns the problem, if there is one. */
export async function putInCart(client: QueryClient, lines: readonly BrowserLine[]) {
  try {
    await joinCart(client, lines, 'add')
    toast.success(addedText(lines))
    return undefined
  } catch (error) {
    const problem = `Not added to the cart. ${sentenceFor(error)}`
    toast.error(problem)
    return problem
  }
}

/** Adds the smallest order of a part, from a list. */
export const putSmallestInCart = (client: QueryClient, part: PricedPart) =>
  putInCart(client, [
    {
      product: part._id,
      name: part.name,
      quantity: smallestOrder(part),
      seenPrice: part.price,
    },
  ])

function addedText(lines: readonly BrowserLine[]) {
  const [first, ...others] = lines
  if (!first || others.length > 0) return `Added to cart: ${lines.length} parts`
  return `Added to cart: ${first.quantity} × ${first.name}`
}
