import { type DehydratedState, HydrationBoundary, type QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { SessionProvider } from '#web/lib/session.tsx'

interface ProvidersProps {
  client: QueryClient
  /** What the server has read for this page. */
  state: DehydratedState
  children: ReactNode
}

/** What every page stands on, on the server and in the browser alike. */
export function Providers({ client, state, children }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state}>
          <SessionProvider>{children}</SessionProvider>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  )
}
