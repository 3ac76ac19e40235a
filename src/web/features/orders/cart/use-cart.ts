import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { changeBrowserCart } from '#web/domain/cart/browser-cart.ts'
import { mergeBrowserCart } from '#web/domain/cart/join-cart.ts'
import { useSession } from '#web/lib/session/session.tsx'
import type { CartState } from './cart-state.ts'
import { useAccountCart } from './use-account-cart.ts'
import { useBrowserCart, useStoredLines } from './use-browser-cart.ts'

/** The cart of the account after the browser's has joined it; without an account the browser's. */
export function useCart() {
  const { status, hasEnded } = useSession()
  const isSignedIn = status === 'signed-in'
  const account = useAccountCart({ isUsed: isSignedIn })
  const browser = useBrowserCart({ isUsed: status === 'signed-out' })
  const { error: mergeError, ...merging } = useMerge(isSignedIn)
  const isReady = status !== 'loading' && !merging.isPending
  const state: CartState = isSignedIn ? account : browser
  return {
    ...state,
    lines: isReady ? state.lines : undefined,
    isSignedIn,
    hasEnded,
    mergeError,
    retryMerge: merging.retry,
    /** Gives up the lines of the browser that could not join the cart. */
    discardUnmerged: () => changeBrowserCart(() => []),
  }
}

/** Merges the cart of the browser after a sign-in. */
function useMerge(isSignedIn: boolean) {
  const client = useQueryClient()
  const hasLines = useStoredLines().length > 0
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    if (isSignedIn && hasLines) mergeBrowserCart(client).catch(setError)
  }, [isSignedIn, hasLines, client])

  async function retry() {
    setError(undefined)
    await mergeBrowserCart(client).catch(setError)
  }

  const isUnmerged = isSignedIn && hasLines
  return {
    error: isUnmerged ? error : undefined,
    isPending: isUnmerged && error === undefined,
    retry,
  }
}
