import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { type Subject, touch } from './touched-reads.ts'

/** Reads again what shows some subjects. */
export function useTouch() {
  const client = useQueryClient()
  return (...subjects: readonly Subject[]) => touch(client, ...subjects)
}

/**
 * Calls that change these subjects. What shows them is read again before the call is done, and after a refusal, which may be
 * due to the change of somebody else.
 */
export function useChange(...touched: readonly Subject[]): typeof call {
  const touchAgain = useTouch()
  return async (endpoint, request, options) => {
    try {
      const answer = await call(endpoint, request, options)
      await touchAgain(...touched)
      return answer
    } catch (error) {
      void touchAgain(...touched, ...(isProblem(error, 'forbidden') ? (['ownRole'] as const) : []))
      throw error
    }
  }
}
