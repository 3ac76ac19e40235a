import { type DehydratedState, HydrationBoundary, type QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { OriginProvider } from '#web/lib/origin.tsx'
import { SessionProvider } from '#web/lib/session.tsx'

interface ProvidersProps {
  /** The shop's public address. */
  origin: string
  client: QueryClient
  /** What the server has read for this page. */
  state: DehydratedState
  children: ReactNode
}

/** What every page stands on, on the server and in the browser alike. */
export function Providers({ origin, client, state, children }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state}>
          <OriginProvider origin={origin}>
            <SessionProvider>{children}</SessionProvider>
          </OriginProvider>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  )
}
