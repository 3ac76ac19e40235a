import type { QueryClient } from '@tanstack/react-query'
import { loadAnew } from '#web/lib/browser/reload-after-deploy.ts'
import {
  brokenMatch,
  loadMatch,
  type Match,
  type Params,
  type Route,
  startReads,
} from './routes.ts'
import { keepScroll } from './scroll.ts'

export interface Location {
  pathname: string
  search: string
  hash: string
  /** What the page that led here has left in the history. */
  state: unknown
}

/** Where the shop is: the address, and what it shows. */
export interface Place {
  location: Location
  branch: readonly Route[]
  params: Params
}

export interface NavigateOptions {
  /** Takes the place of the current entry of the history. */
  replace?: boolean | undefined
  state?: unknown
  /** Leaves the page where it is scrolled to. */
  keepScroll?: boolean | undefined
}

/** Goes to an address of the shop. Settles when its page is loaded and handed over to be drawn. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

export interface Router {
  place: () => Place
  subscribe: (listener: (place: Place) => void) => () => void
  navigate: Navigate
  /** Loads the code and the data of an address that somebody is about to go to. */
  prepare: (to: string) => void
  /** To be called when a place is on the screen. */
  drawn: (place: Place) => void
}

/** Where an address leads in the end, loaded, or what can be shown of it. */
export async function findWayOrFault(
  routes: readonly Route[],
  url: URL,
  isWanted = () => true,
): Promise<Way> {
  try {
    return await findWay(routes, url)
  } catch (error) {
    reportError(error)
    // Nothing else is shown while the browser fetches the whole page.
    if (isWanted() && (await loadAnew(url))) return new Promise<never>(() => {})
    return { ...brokenMatch(routes, url.pathname), url }
  }
}

/** Where an address leads in the end, loaded. */
export async function findWay(routes: readonly Route[], url: URL): Promise<Way> {
  const match = await loadMatch(routes, url.pathname)
  const target = match.branch.at(-1)?.redirect
  return target ? findWay(routes, new URL(target, url)) : { ...match, url }
}

export interface Way extends Match {
  url: URL
}

const placeOf = ({ branch, params, url }: Way, state?: unknown): Place => {
  const { pathname, search, hash } = url
  return { location: { pathname, search, hash, state }, branch, params }
}

/** The router of a page that is only rendered. */
export function standingRouter(way: Way): Router {
  const place = placeOf(way)
  return {
    place: () => place,
    subscribe: () => () => {},
    navigate: () => Promise.resolve(),
    prepare: () => {},
    drawn: () => {},
  }
}

/** The router of the browser, where the server's page has begun. */
export function createBrowserRouter(
  routes: readonly Route[],
  start: Way,
  client: QueryClient,
): Router {
  const listeners = new Set<(place: Place) => void>()
  const scroll = keepScroll()
  let place = placeOf(start, stateOf(history.state))
  let newest = 0

  /** Of several ways at once only the one begun last is gone to its end. */
  async function go(url: URL, commit: (url: URL) => unknown) {
    newest += 1
    const number = newest
    const way = await findWayOrFault(routes, url, () => number === newest)
    if (number !== newest) return
    void startReads(way.branch, client, way.url)
    place = placeOf(way, commit(way.url))
    for (const listener of listeners) listener(place)
  }

  const navigate: Navigate = (to, { replace, state, keepScroll: isKept } = {}) =>
    go(new URL(to, location.href), (url) => {
      const isSame = url.href === location.href
      scroll.leave()
      const entry = { state, key: scroll.enter({ isKept, hash: url.hash }) }
      if (replace || isSame) history.replaceState(entry, '', url)
      else history.pushState(entry, '', url)
      return state
    })

  addEventListener('popstate', ({ state }) => {
    void go(here(), () => {
      scroll.leave()
      scroll.comeBack(state)
      return stateOf(state)
    })
  })

  return {
    place: () => place,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate,
    prepare: (to) => {
      findWay(routes, new URL(to, location.href)).then(
        ({ branch, url }) => startReads(branch, client, url),
        // Whoever goes there sees what is wrong.
        () => {},
      )
    },
    drawn: (seen) => {
      if (seen === place) scroll.settle()
    },
  }
}

const here = () => new URL(location.href)

/** The part of an entry of the history that is the pages' own; anything may have written it. */
const stateOf = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'state' in entry ? entry.state : undefined
