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
import type { Location, Navigate, NavigateOptions, Place, Router } from './router.ts'
import { pageOf, type Params, type Route } from './routes.ts'

const RouterContext = createContext<Router | undefined>(undefined)
const PlaceContext = createContext<Place | undefined>(undefined)
const OutletContext = createContext<ReactNode>(null)

/** Shows where the router is, and follows it. */
export function RouterView({ router }: { router: Router }) {
  const [place, setPlace] = useState(router.place)

  // In the layout phase: the pages' own effects may go elsewhere at once.
  useLayoutEffect(() => router.subscribe((next) => startTransition(() => setPlace(next))), [router])
  useLayoutEffect(() => router.drawn(place), [router, place])

  return (
    <RouterContext value={router}>
      <PlaceContext value={place}>
        {place.branch.reduceRight<ReactNode>(
          (below, route) => routeView(route, below, place),
          null,
        )}
      </PlaceContext>
    </RouterContext>
  )
}

function routeView(route: Route, below: ReactNode, place: Place) {
  const { ErrorBoundary } = route
  const { Component: Shown } = pageOf(route)
  const shown = <OutletContext value={below}>{Shown ? <Shown /> : below}</OutletContext>
  if (!ErrorBoundary) return shown
  return (
    <Boundary place={place} instead={<ErrorBoundary />}>
      {shown}
    </Boundary>
  )
}

interface BoundaryState {
  place: Place
  isBroken: boolean
}

interface BoundaryProps {
  place: Place
  instead: ReactNode
  children: ReactNode
}

/** Shows something else where a page has broken, until somebody goes to another. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState) {
    return place === state.place ? null : { place, isBroken: false }
  }

  override state: BoundaryState = { place: this.props.place, isBroken: false }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}

/** The page below a frame. */
export const Outlet = () => use(OutletContext)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('Outside a RouterView')
  return router
}

function usePlace(): Place {
  const place = use(PlaceContext)
  if (!place) throw new Error('Outside a RouterView')
  return place
}

export const useNavigate = (): Navigate => useRouter().navigate

export const useLocation = (): Location => usePlace().location

export const useParams = (): Params => usePlace().params

/** What the address asks for, and a way to ask for something else. */
export function useSearchParams() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(
    () =>
      [
        new URLSearchParams(search),
        (parameters: Record<string, string>, options?: NavigateOptions) => {
          const wanted = new URLSearchParams(parameters)
          return navigate(wanted.size > 0 ? `${pathname}?${wanted}` : pathname, options)
        },
      ] as const,
    [pathname, search, navigate],
  )
}
