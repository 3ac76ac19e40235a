import { groupDigits } from '#contract/formats/formatting.ts'
import type { QueryClient } from '@tanstack/react-query'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import type { BrowserLine } from './browser-cart.ts'
import { joinCart } from './join-cart.ts'

/** Adds lines to the cart and says so. Returns the problem, if there is one. */
export async function putInCart(client: QueryClient, lines: readonly BrowserLine[]) {
  try {
    await joinCart(client, lines, 'add')
    toast.successAt(addedText(lines), { label: 'View cart', to: pathTo.cart })
    return undefined
  } catch (error) {
    const problem = `Not added to the cart. ${sentenceFor(error)}`
    toast.error(problem)
    return problem
  }
}

function addedText(lines: readonly BrowserLine[]) {
  const [first, ...others] = lines
  if (!first || others.length > 0) return `Added to cart: ${lines.length} parts`
  return `Added to cart: ${groupDigits(first.quantity)} × ${first.name}`
}
