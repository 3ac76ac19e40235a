import type { QueryClient } from '@tanstack/react-query'
import { reloadAfterDeploy } from '#web/lib/browser/reload-after-deploy.ts'
import { errorMatch, loadMatch, type Match, type Params, type Route, startReads } from './routes.ts'
import { createScrollRestoration } from './scroll.ts'

export interface Location {
  pathname: string
  search: string
  hash: string
  /** History state of the navigation. */
  state: unknown
}

/** Current location with its matched routes. */
export interface RouterState {
  location: Location
  branch: readonly Route[]
  params: Params
}

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean | undefined
  state?: unknown
  /** Keeps the scroll position. */
  keepScroll?: boolean | undefined
}

/** Navigates within the shop. Resolves when the page is loaded and passed to React. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

export interface Router {
  /** The page as the server rendered it, without the state of its history entry. */
  start: RouterState
  getState: () => RouterState
  subscribe: (listener: (state: RouterState) => void) => () => void
  navigate: Navigate
  /** Loads code and data of a likely next page. */
  prefetch: (to: string) => void
  /** Call after a state is rendered. */
  onRendered: (state: RouterState) => void
}

/** Like matchAndLoad, with the nearest error boundary if the code could not be loaded. */
export async function matchOrError(
  routes: readonly Route[],
  url: URL,
  isCurrent = () => true,
): Promise<LoadedMatch> {
  try {
    return await matchAndLoad(routes, url)
  } catch (error) {
    reportError(error)
    // Never resolves: the browser is reloading the page.
    if (isCurrent() && (await reloadAfterDeploy(url))) return new Promise<never>(() => {})
    return { ...errorMatch(routes, url.pathname), url }
  }
}

/** Matches a URL, follows redirects and loads the code of all matched routes. */
export async function matchAndLoad(routes: readonly Route[], url: URL): Promise<LoadedMatch> {
  const match = await loadMatch(routes, url.pathname)
  const target = match.branch.at(-1)?.redirect
  return target ? matchAndLoad(routes, new URL(target, url)) : { ...match, url }
}

export interface LoadedMatch extends Match {
  url: URL
}

const toRouterState = ({ branch, params, url }: LoadedMatch, state?: unknown): RouterState => {
  const { pathname, search, hash } = url
  return { location: { pathname, search, hash, state }, branch, params }
}

/** Router of a server-rendered page. */
export function staticRouter(match: LoadedMatch): Router {
  const start = toRouterState(match)
  return {
    start,
    getState: () => start,
    subscribe: () => () => {},
    navigate: () => Promise.resolve(),
    prefetch: () => {},
    onRendered: () => {},
  }
}

/** Router of the browser, starting from the hydrated page. */
export function createBrowserRouter(
  routes: readonly Route[],
  match: LoadedMatch,
  client: QueryClient,
): Router {
  const listeners = new Set<(state: RouterState) => void>()
  const scroll = createScrollRestoration()
  const start = toRouterState(match)
  const state = entryState(history.state)
  let current = state === undefined ? start : toRouterState(match, state)
  let latest = 0

  /** Commits only the latest of concurrent navigations. */
  async function go(url: URL, commit: (url: URL) => unknown) {
    latest += 1
    const number = latest
    const match = await matchOrError(routes, url, () => number === latest)
    if (number !== latest) return
    void startReads(match.branch, client, match.url)
    current = toRouterState(match, commit(match.url))
    for (const listener of listeners) listener(current)
  }

  const navigate: Navigate = (to, { replace, state, keepScroll: isKept } = {}) =>
    go(new URL(to, location.href), (url) => {
      const isSame = url.href === location.href
      scroll.savePosition()
      const entry = { state, key: scroll.newEntry({ isKept, hash: url.hash }) }
      if (replace || isSame) history.replaceState(entry, '', url)
      else history.pushState(entry, '', url)
      return state
    })

  addEventListener('popstate', ({ state }) => {
    void go(here(), () => {
      scroll.savePosition()
      scroll.restoreEntry(state)
      return entryState(state)
    })
  })

  return {
    start,
    getState: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate,
    prefetch: (to) => {
      matchAndLoad(routes, new URL(to, location.href)).then(
        ({ branch, url }) => startReads(branch, client, url),
        // A failed prefetch is ignored; the navigation reports the error.
        () => {},
      )
    },
    onRendered: (state) => {
      if (state === current) scroll.apply()
    },
  }
}

const here = () => new URL(location.href)

/** The page's own part of an untrusted history entry. */
const entryState = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'state' in entry ? entry.state : undefined
