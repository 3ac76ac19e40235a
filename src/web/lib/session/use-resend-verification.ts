import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { exchangeToken } from '#web/lib/session/session-store.ts'
import { useAccount } from '#web/lib/session/session.tsx'

const sendAgainAfterMs = 30_000

/** Sends the mail that confirms the account's address, again after half a minute. */
export function useResendVerification() {
  const { verified } = useAccount()
  const { isSuccess, error, reset, mutateAsync } = useMutation({ mutationFn: resendVerification })

  // The address may have been verified in another tab or on another device since the token was
  // issued.
  useEffect(() => {
    if (!verified) exchangeToken().catch(() => {})
  }, [verified])

  useEffect(() => {
    if (!isSuccess) return undefined
    const timer = setTimeout(reset, sendAgainAfterMs)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])

  return { isSent: isSuccess, error, send: () => void mutateAsync().catch(() => {}) }
}

async function resendVerification() {
  const identity = await loadIdentity()
  await identity.resendVerification()
}
