import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'

/** A page or a guard; like every component it returns no bare text. */
export type PageComponent = () => ReactElement | boolean | null

/** A lazily loaded route: component, reads and children. */
export interface Page {
  Component: PageComponent
  reads?: Reads
  /** For the server, when the reads have ended; undefined for the usual status. */
  outcome?: (client: QueryClient, url: URL) => Outcome | undefined
  /** The file of the build whose style sheet the server inlines. */
  sheet?: string
  /** Child routes, if the route declares them as lazy. */
  children?: readonly Route[]
}

/** The status of a page, where its reads decide it, and the target of a redirect. */
export interface Outcome {
  status: number
  location?: string
}

/** Starts the reads of a page; the page itself shows failed reads. */
export type Reads = (client: QueryClient, url: URL) => Promise<unknown>

/** A node of the route tree. A route without a path matches without consuming a segment. */
export interface Route {
  /** Segments; `:name` matches any one, `*` the rest. */
  path?: string
  Component?: PageComponent
  /** Loads the component on first navigation. */
  lazy?: () => Promise<Page>
  reads?: Reads
  outcome?: Page['outcome']
  sheet?: string
  /** Redirect target. */
  redirect?: string
  /** Rendered if a child throws. */
  ErrorBoundary?: PageComponent
  /** Child routes; 'lazy' if the loaded page contains them. */
  children?: readonly Route[] | 'lazy'
}

export type Params = Readonly<Record<string, string>>

export interface Match {
  /** Matched routes from the root to the page. */
  branch: readonly Route[]
  params: Params
}

/** Finds the first matching branch; paths are case-insensitive. */
export const matchRoutes = (routes: readonly Route[], pathname: string): Match =>
  firstMatch(routes, segmentsOf(pathname).map(decodeSegment)) ?? { branch: [], params: {} }

const segmentsOf = (path: string) =>
  withoutTrailingSlashes(path).replace(/^\//, '').split('/').filter(isNotLoneEmptySegment)

/** No regular expression: it would be quadratic in the number of slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** An empty path has no segments; an empty segment between two slashes counts. */
const isNotLoneEmptySegment = (segment: string, _index: number, segments: string[]) =>
  segment !== '' || segments.length > 1

function firstMatch(routes: readonly Route[], parts: readonly string[]): Match | undefined {
  for (const route of routes) {
    const match = matchOf(route, parts)
    if (match) return match
  }
  return undefined
}

function matchOf(route: Route, parts: readonly string[]): Match | undefined {
  const { path = '' } = route
  const { children } = resolvedRoute(route)
  if (path === '*') return { branch: [route], params: {} }
  const names = segmentsOf(path)
  if (!names.every((name, index) => matchesSegment(name, parts[index]))) return undefined
  const rest = parts.slice(names.length)
  const below = matchBelow(children, rest)
  if (!below) return undefined
  const own = names.flatMap((name, index) =>
    name.startsWith(':') ? [[name.slice(1), parts[index]]] : [],
  )
  return {
    branch: [route, ...below.branch],
    params: { ...Object.fromEntries(own), ...below.params },
  }
}

function matchBelow(children: Route['children'], parts: readonly string[]): Match | undefined {
  if (children && children !== 'lazy') return firstMatch(children, parts)
  return children || parts.length === 0 ? { branch: [], params: {} } : undefined
}

const matchesSegment = (name: string, part: string | undefined) =>
  name.startsWith(':') ? Boolean(part) : name.toLowerCase() === part?.toLowerCase()

function decodeSegment(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const loaded = new WeakMap<Route, Route>()

/** The route merged with its lazily loaded part, if loaded. */
export const resolvedRoute = (route: Route): Route => loaded.get(route) ?? route

/** Matches a path and loads its lazy routes. */
export async function loadMatch(routes: readonly Route[], pathname: string): Promise<Match> {
  const match = matchRoutes(routes, pathname)
  const unloaded = match.branch.filter(needsLoading)
  await Promise.all(
    unloaded.map(async (route) => loaded.set(route, { ...route, ...(await route.lazy?.()) })),
  )
  // Loaded routes may have children to match.
  return unloaded.length > 0 ? loadMatch(routes, pathname) : match
}

const needsLoading = (route: Route) => route.lazy !== undefined && !loaded.has(route)

/** Starts the reads of all routes of a branch. */
export const startReads = (branch: readonly Route[], client: QueryClient, url: URL) =>
  Promise.all(branch.map(async (route) => resolvedRoute(route).reads?.(client, url)))

/** The matched routes up to the nearest error boundary. */
export function errorMatch(routes: readonly Route[], pathname: string): Match {
  const { branch, params } = matchRoutes(routes, pathname)
  const loadedBranch = branch.slice(0, branch.findIndex(needsLoading))
  const boundary = loadedBranch.findLastIndex(({ ErrorBoundary }) => ErrorBoundary)
  const Component = loadedBranch[boundary]?.ErrorBoundary
  return {
    branch: [...loadedBranch.slice(0, boundary + 1), ...(Component ? [{ Component }] : [])],
    params,
  }
}
