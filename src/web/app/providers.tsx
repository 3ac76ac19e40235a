import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { OriginProvider } from '#web/lib/origin.tsx'
import { SessionProvider } from '#web/lib/session/session.tsx'

interface ProvidersProps {
  /** Public origin of the shop. */
  origin: string
  client: QueryClient
  children: ReactNode
}

/** Contexts of every page, on the server and in the browser. */
export function Providers({ origin, client, children }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <OriginProvider origin={origin}>
          <SessionProvider>{children}</SessionProvider>
        </OriginProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
