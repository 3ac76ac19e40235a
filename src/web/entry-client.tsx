import './main.css'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Providers } from '#web/app/providers.tsx'
import { routes } from '#web/app/router.tsx'
import { browserQueryClient, clearReadsOnAccountChange } from '#web/lib/api/query-client.ts'
import { createBrowserRouter, matchOrError, type LoadedMatch } from '#web/lib/router/router.ts'
import { RouterView } from '#web/lib/router/router-view.tsx'
import { applyStoredTheme } from '#web/lib/browser/theme.ts'

applyStoredTheme()

interface ServerState {
  origin: string
  queries: DehydratedState
}

const root = elementWith('root')
const state = JSON.parse(elementWith('state').textContent) as ServerState
const client = browserQueryClient()
hydrate(client, state.queries)
clearReadsOnAccountChange(client)

// Hydrating before the route's code is loaded would replace the server's HTML with nothing. Not
// awaited: the page's module imports this one, which would be a deadlock.
void matchOrError(routes, new URL(location.href)).then(showPage)

if (document.readyState === 'complete') measureWhenIdle()
else addEventListener('load', measureWhenIdle)

function showPage(start: LoadedMatch) {
  const router = createBrowserRouter(routes, start, client)
  startTransition(() => {
    hydrateRoot(
      root,
      <Providers origin={state.origin} client={client}>
        <RouterView router={router} />
      </Providers>,
    )
  })
}

/** Deferred, so that measuring does not affect the measured values. */
function measureWhenIdle() {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void measure())
  else setTimeout(() => void measure(), 1_000)
}

async function measure() {
  const { reportVitals } = await import('#web/lib/browser/vitals.ts')
  reportVitals()
}

function elementWith(id: string) {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element #${id}`)
  return element
}
