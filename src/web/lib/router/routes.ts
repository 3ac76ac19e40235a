import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** What stands at an address, and the reads it begins with. */
export interface Page {
  Component: ComponentType
  reads?: Reads
  /** What is below it, if its route has left that open. */
  children?: readonly Route[]
}

/** Starts the reads of a page; a read that fails is the page's to show. */
export type Reads = (client: QueryClient, url: URL) => Promise<unknown>

/** One piece of the way from the frame down to a page. A route without a path leads on at once. */
export interface Route {
  /** Parts between slashes; `:name` takes any one part, `*` whatever is left. */
  path?: string
  Component?: ComponentType
  /** Loads the component when somebody first goes there. */
  lazy?: () => Promise<Page>
  reads?: Reads
  /** Where to go instead. */
  redirect?: string
  /** Shown in place of what breaks below. */
  ErrorBoundary?: ComponentType
  /** What is below. `lazy` says it once it is loaded if this is left open. */
  children?: readonly Route[] | 'open'
}

export type Params = Readonly<Record<string, string>>

export interface Match {
  /** The routes from the frame down to the page. */
  branch: readonly Route[]
  params: Params
}

/** Finds the first way that leads to an address, whatever the case of its letters. */
export const matchRoutes = (routes: readonly Route[], pathname: string): Match =>
  firstMatch(routes, partsOf(pathname).map(decoded)) ?? { branch: [], params: {} }

const partsOf = (path: string) =>
  withoutSlashesAtEnd(path).replace(/^\//, '').split('/').filter(isNotAllOf)

/** Not by a pattern, which would look at a path of thousands of slashes again from each of them. */
export function withoutSlashesAtEnd(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** An empty path has no parts; an empty part between two slashes is one. */
const isNotAllOf = (part: string, _index: number, parts: string[]) =>
  part !== '' || parts.length > 1

function firstMatch(routes: readonly Route[], parts: readonly string[]): Match | undefined {
  for (const route of routes) {
    const found = matchOf(route, parts)
    if (found) return found
  }
  return undefined
}

function matchOf(route: Route, parts: readonly string[]): Match | undefined {
  const { path = '' } = route
  const { children } = pageOf(route)
  if (path === '*') return { branch: [route], params: {} }
  const names = partsOf(path)
  if (!names.every((name, index) => isTaken(name, parts[index]))) return undefined
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
  if (children && children !== 'open') return firstMatch(children, parts)
  return children || parts.length === 0 ? { branch: [], params: {} } : undefined
}

const isTaken = (name: string, part: string | undefined) =>
  name.startsWith(':') ? Boolean(part) : name.toLowerCase() === part?.toLowerCase()

function decoded(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const loaded = new WeakMap<Route, Route>()

/** A route with all that is known of it by now. */
export const pageOf = (route: Route): Route => loaded.get(route) ?? route

/** Finds the way to an address and loads what it still lacks. */
export async function loadMatch(routes: readonly Route[], pathname: string): Promise<Match> {
  const match = matchRoutes(routes, pathname)
  const lacking = match.branch.filter(isLacking)
  await Promise.all(
    lacking.map(async (route) => loaded.set(route, { ...route, ...(await route.lazy?.()) })),
  )
  // What was loaded may know more of the way.
  return lacking.length > 0 ? loadMatch(routes, pathname) : match
}

const isLacking = (route: Route) => route.lazy !== undefined && !loaded.has(route)

/** Starts the reads of all that a branch shows. */
export const startReads = (branch: readonly Route[], client: QueryClient, url: URL) =>
  Promise.all(branch.map(async (route) => pageOf(route).reads?.(client, url)))

/** What is left of a way that could not be loaded, with the error's page in place of the rest. */
export function brokenMatch(routes: readonly Route[], pathname: string): Match {
  const { branch, params } = matchRoutes(routes, pathname)
  const whole = branch.slice(0, branch.findIndex(isLacking))
  const boundary = whole.findLastIndex(({ ErrorBoundary }) => ErrorBoundary)
  const Component = whole[boundary]?.ErrorBoundary
  return {
    branch: [...whole.slice(0, boundary + 1), ...(Component ? [{ Component }] : [])],
    params,
  }
}
