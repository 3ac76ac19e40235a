import { useState } from 'react'
import type { CartLine } from '#contract/cart.ts'

export interface ShownLine {
  line: CartLine
  isRemoved: boolean
  /** Whether its button gets the focus: the line was removed alone, or is in the cart again after all. */
  isFocused: boolean
}

/** The lines in the order in which the page has first shown them, with those that it has removed. */
export function useShownLines(lines: readonly CartLine[]) {
  const [order, setOrder] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<ReadonlyMap<string, CartLine>>(new Map())
  const [last, setLast] = useState<string>()

  const unknown = lines.filter(({ product }) => !order.includes(product))
  if (unknown.length > 0) setOrder([...order, ...unknown.map(({ product }) => product)])

  return {
    shown: order.flatMap((product): ShownLine[] => {
      const line = lines.find((one) => one.product === product)
      const isFocused = product === last
      if (line) return [{ line, isRemoved: false, isFocused }]
      const gone = removed.get(product)
      return gone ? [{ line: gone, isRemoved: true, isFocused }] : []
    }),
    /** Remembers lines that are being removed. */
    remember(gone: readonly CartLine[]) {
      setRemoved(new Map([...removed, ...gone.map((line) => [line.product, line] as const)]))
      setLast(gone.length === 1 ? gone[0]?.product : undefined)
    },
    /** Focuses the line whose removal is undone. */
    restore({ product }: CartLine) {
      setRemoved(new Map([...removed].filter(([id]) => id !== product)))
      setLast(product)
    },
    /** Forgets what was removed: the parts that were ordered leave no trace. */
    forget: () => setRemoved(new Map()),
  }
}
