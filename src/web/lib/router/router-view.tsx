import {
  Component,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { useHydrated } from '#web/lib/browser/hydrated.ts'
import { forgetAnsweredChanges } from '#web/lib/http/sent-changes.ts'
import type { Location, Navigate, NavigateOptions, RouterState, Router } from './router.ts'
import { resolvedRoute, type Params, type Route } from './routes.ts'

const RouterContext = createContext<Router | undefined>(undefined)
const RouterStateContext = createContext<RouterState | undefined>(undefined)
const OutletContext = createContext<ReactNode>(null)

/** Renders the current route and subscribes to the router. */
export function RouterView({ router }: { router: Router }) {
  const [latest, setState] = useState(router.getState)
  // React replaces a page whose first render differs from the server's.
  const state = useHydrated() ? latest : router.start

  // Layout effects, since the pages' own effects may navigate at once.
  useLayoutEffect(() => router.subscribe((next) => startTransition(() => setState(next))), [router])
  useLayoutEffect(() => {
    router.onRendered(state)
    // The pages' own first render, also that of an error, comes before.
    if (state !== router.start) forgetAnsweredChanges()
  }, [router, state])

  return (
    <RouterContext value={router}>
      <RouterStateContext value={state}>
        {state.branch.reduceRight<ReactNode>(
          (below, route) => routeView(route, below, state),
          null,
        )}
      </RouterStateContext>
    </RouterContext>
  )
}

function routeView(route: Route, below: ReactNode, state: RouterState) {
  const { ErrorBoundary } = route
  const { Component: Shown } = resolvedRoute(route)
  const content = <OutletContext value={below}>{Shown ? <Shown /> : below}</OutletContext>
  if (!ErrorBoundary) return content
  return (
    <Boundary routerState={state} fallback={<ErrorBoundary />}>
      {content}
    </Boundary>
  )
}

interface BoundaryState {
  routerState: RouterState
  isBroken: boolean
}

interface BoundaryProps {
  routerState: RouterState
  fallback: ReactNode
  children: ReactNode
}

/** Error boundary of a route; reset by the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ routerState }: BoundaryProps, state: BoundaryState) {
    return routerState === state.routerState ? null : { routerState, isBroken: false }
  }

  override state: BoundaryState = { routerState: this.props.routerState, isBroken: false }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}

/** Renders the child route. */
export const Outlet = () => <>{use(OutletContext)}</>

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('Outside a RouterView')
  return router
}

function useRouterState(): RouterState {
  const state = use(RouterStateContext)
  if (!state) throw new Error('Outside a RouterView')
  return state
}

export const useNavigate = (): Navigate => useRouter().navigate

export const useLocation = (): Location => useRouterState().location

export const useParams = (): Params => useRouterState().params

/** The query parameters and a setter. */
export function useSearchParams() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(
    () =>
      [
        new URLSearchParams(search),
        (parameters: Record<string, string>, options?: NavigateOptions) => {
          const query = new URLSearchParams(parameters)
          return navigate(query.size > 0 ? `${pathname}?${query}` : pathname, options)
        },
      ] as const,
    [pathname, search, navigate],
  )
}
