import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shop } from '#contract/shop.ts'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import { read } from '#web/lib/api/api.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { Button } from '#web/ui/button.tsx'

/** Shown if Google sign-in is configured. Never busy: another press opens a new popup. */
export function GoogleButton({ onClick }: { onClick: () => void }) {
  const { data } = useQuery(read(shop.config, {}))

  useEffect(() => {
    // Preloaded, since browsers allow a popup only within the click. An error shows on use.
    loadIdentity().catch(() => {})
  }, [])

  if (data && !data.identity.google) return null
  return (
    <>
      <div className="form__divider">or</div>
      <Button onClick={onClick}>
        <GoogleMark />
        {specifiedSignIn.google}
      </Button>
    </>
  )
}

function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.6 5.6 0 0 1-2.4 3.6v3h3.900c2.2-2.1 3.5-5.1 3.5-8.800z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.200 0 6-1.100 8-2.900l-3.900-3c-1.100.7-2.400 1.100-4.100 1.100-3.100 0-5.800-2.100-6.700-5H1.300v3.100A12 12 0 0 0 12 24z"
      />
      <path
        fill="#FBBC05"
        d="M5.300 14.200a7.200 7.200 0 0 1 0-4.500V6.600h-4a12 12 0 0 0 0 10.700z"
      />
      <path
        fill="#EA4335"
        d="M12 4.800c1.800 0 3.300.6 4.600 1.800l3.400-3.400A12 12 0 0 0 1.300 6.600l4 3.100c.9-2.900 3.600-4.900 6.700-4.900z"
      />
    </svg>
  )
}
