import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cart, type CartLine, type ChangedLine } from '#contract/cart/cart.ts'
import { showCount } from '#web/domain/cart/join-cart.ts'
import { keysOfLine } from '#web/domain/cart/keys-of-line.ts'
import { call, read } from '#web/lib/api/api.ts'
import { type CartState, priceOf, withChanges } from './cart-state.ts'

/**
 * The cart of the account. Changes show at once and are sent one request after the other, each with the lines that
 * changed meanwhile, so that changes by other tabs and devices stay.
 */
export function useAccountCart({ isUsed }: { isUsed: boolean }): CartState {
  const client = useQueryClient()
  const stored = useQuery({ ...read(cart.read, {}), enabled: isUsed, staleTime: 0 })
  const [changes, setChanges] = useState<readonly CartLine[]>([])
  const [problem, setProblem] = useState<unknown>()
  const unsent = useRef(new Map<string, ChangedLine>())
  const sending = useRef<Promise<void>>(undefined)

  function send(lines: readonly ChangedLine[]) {
    for (const line of lines) unsent.current.set(line.product, line)
    sending.current ??= sendAll().finally(() => {
      sending.current = undefined
    })
  }

  async function sendAll() {
    setProblem(undefined)
    while (unsent.current.size > 0) {
      const lines = [...unsent.current.values()]
      unsent.current.clear()
      try {
        await showCount(client, await call(cart.change, { body: { lines } }))
      } catch (error) {
        setProblem(error)
      }
      if (unsent.current.size === 0) await stored.refetch()
    }
    setChanges([])
  }

  const lines = stored.data && withChanges(stored.data, changes)
  // A line that stays keeps both on the server, where another tab may have changed them.
  const ofReturned = (line: CartLine) =>
    lines?.some(({ product }) => product === line.product) ? {} : keysOfLine(line)

  return {
    lines,
    error: stored.data ? null : stored.error,
    problem,
    change(changed) {
      setChanges((earlier) => [...earlier, ...changed])
      send(
        changed.map((line) => ({
          product: line.product,
          quantity: line.quantity,
          seenPrice: priceOf(line),
          ...ofReturned(line),
        })),
      )
    },
    accept: (accepted) =>
      send(accepted.map((line) => ({ product: line.product, seenPrice: priceOf(line) }))),
    settle: async () => sending.current,
    refetch: () => stored.refetch(),
  }
}
