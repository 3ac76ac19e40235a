import { useState } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'

export interface ShownLine {
  line: CartLine
  isRemoved: boolean
  /** Whether its button gets the focus: the line was removed alone, or is in the cart again after all. */
  isFocused: boolean
}

/** The lines in the order in which the page has first shown them, with those that it has removed. */
export function useShownLines(lines: readonly CartLine[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, CartLine>>(new Map())
  const [removed, setRemoved] = useState<ReadonlyMap<string, CartLine>>(new Map())
  const [last, setLast] = useState<string>()
  const present = new Map(lines.map((line) => [line.product, line]))

  if (lines.some(({ product }) => !known.has(product))) setKnown(new Map([...known, ...present]))

  return {
    shown: [...known.keys()].flatMap((product): ShownLine[] => {
      const line = present.get(product)
      const isFocused = product === last
      if (line) return [{ line, isRemoved: false, isFocused }]
      const gone = removed.get(product)
      return gone ? [{ line: gone, isRemoved: true, isFocused }] : []
    }),
    /** Lines that have left the cart otherwise, by an order or from another tab or device. */
    gone: [...known.values()].filter(
      ({ product }) => !present.has(product) && !removed.has(product),
    ),
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
  }
}
