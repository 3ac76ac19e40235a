import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { cart, type CartLine, type CartPart } from '#contract/cart/cart.ts'
import { cartLinesMax } from '#contract/cart/cart-lines.ts'
import {
  type BrowserLine,
  changeBrowserCart,
  noBrowserCart,
  onBrowserCartChange,
  readBrowserCart,
} from '#web/domain/cart/browser-cart.ts'
import { changeLimitedCart } from '#web/domain/cart/limited-cart.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { type CartState, priceOf, withChanges } from './cart-state.ts'

export const useStoredLines = () =>
  useSyncExternalStore(onBrowserCartChange, readBrowserCart, noBrowserCart)

const asBefore = <Data>(earlier: Data) => earlier

/** Asks for the parts, in requests of as many as a cart may have: one of an earlier version may have more. */
async function askForParts(products: readonly string[], signal: AbortSignal) {
  const parts: CartPart[] = []
  for (let first = 0; first < products.length; first += cartLinesMax) {
    const body = { products: products.slice(first, first + cartLinesMax) }
    parts.push(...(await call(cart.parts, { body }, { signal })))
  }
  return parts
}

/** The cart in this browser, with current prices and stock. */
export function useBrowserCart({ isUsed }: { isUsed: boolean }): CartState {
  const stored = useStoredLines()
  const [problem, setProblem] = useState<unknown>()
  const products = stored.map(({ product }) => product).toSorted()
  const isAsked = isUsed && products.length > 0
  const parts = useQuery({
    queryKey: [...keyOf(cart.parts), products],
    queryFn: ({ signal }) => askForParts(products, signal),
    meta: { url: cart.parts.path, access: 'public', anonymous: true },
    enabled: isAsked,
    staleTime: 0,
    placeholderData: asBefore,
  })

  return {
    lines: isAsked ? parts.data && linesOf(stored, parts.data, parts.isPlaceholderData) : [],
    error: isAsked && !parts.data ? parts.error : null,
    problem,
    change(lines) {
      setProblem(undefined)
      try {
        changeLimitedCart((now) => withChanges(now, lines.map(toStored)))
      } catch (error) {
        setProblem(error)
      }
    },
    accept: (lines) =>
      changeBrowserCart((now) => {
        const prices = new Map(lines.map((line) => [line.product, priceOf(line)]))
        return now.map((line) => ({
          ...line,
          seenPrice: prices.get(line.product) ?? line.seenPrice,
        }))
      }),
    settle: async () => {},
    refetch: async () => isAsked && parts.refetch(),
  }
}

/** A part that an earlier answer lacks may be new in the cart, so it is left out until the next answer. */
function linesOf(stored: readonly BrowserLine[], parts: readonly CartPart[], isEarlier: boolean) {
  const found = new Map(parts.map((part) => [part._id, part]))
  return stored.flatMap((line): CartLine[] => {
    const part = found.get(line.product) ?? null
    return part || !isEarlier ? [{ ...line, name: part?.name ?? line.name, part }] : []
  })
}

const toStored = (line: CartLine): BrowserLine => ({
  product: line.product,
  name: line.name,
  quantity: line.quantity,
  seenPrice: priceOf(line),
  ...(line.car && { car: line.car }),
  ...(line.number && { number: line.number }),
})
