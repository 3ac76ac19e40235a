import './main.css'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Providers } from '#web/app/providers.tsx'
import { routes } from '#web/app/router.tsx'
import { browserQueryClient, forgetOtherAccounts } from '#web/lib/api/query-client.ts'
import { createBrowserRouter, findWayOrFault, type Way } from '#web/lib/router/router.ts'
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
forgetOtherAccounts(client)

// A page that is still to be loaded when React hydrates would replace the server's HTML by nothing.
// Not awaited here: the page's file imports this one and would wait for it to end.
void findWayOrFault(routes, new URL(location.href)).then(showPage)

if (document.readyState === 'complete') measureWhenIdle()
else addEventListener('load', measureWhenIdle)

function showPage(start: Way) {
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

/** The measuring must not slow down what it measures. */
function measureWhenIdle() {
  // Safari has no idle callback.
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
