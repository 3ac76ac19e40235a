import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { cart, type CartLine, type CartPart } from '#contract/cart.ts'
import {
  type BrowserLine,
  changeBrowserCart,
  noBrowserCart,
  onBrowserCartChange,
  readBrowserCart,
} from '#web/domain/cart/browser-cart.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { type CartState, priceOf, withChanges } from './cart-state.ts'

export const useStoredLines = () =>
  useSyncExternalStore(onBrowserCartChange, readBrowserCart, noBrowserCart)

const asBefore = <Data>(earlier: Data) => earlier

/** The cart in this browser, with the prices and the stock of now. */
export function useBrowserCart({ isUsed }: { isUsed: boolean }): CartState {
  const stored = useStoredLines()
  const products = stored.map(({ product }) => product).toSorted()
  const isAsked = isUsed && products.length > 0
  const parts = useQuery({
    queryKey: [...keyOf(cart.parts), products],
    queryFn: ({ signal }) => call(cart.parts, { body: { products } }, { signal }),
    meta: { url: cart.parts.path, access: 'public', anonymous: true },
    enabled: isAsked,
    staleTime: 0,
    placeholderData: asBefore,
  })

  return {
    lines: isAsked ? parts.data && linesOf(stored, parts.data, parts.isPlaceholderData) : [],
    error: isAsked && !parts.data ? parts.error : null,
    problem: undefined,
    change: (lines) => changeBrowserCart((now) => withChanges(now, lines.map(toStored))),
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
})
