import { AppError } from '../../errors/errors.ts'

/** Every parameter of the identity provider's calls that takes an address to return to. */
export const returnParameters = [
  'callbackURL',
  'errorCallbackURL',
  'newUserCallbackURL',
  'redirectTo',
] as const

/** The paths of the shop's pages: nothing that a client could read as a host or decode once more. */
const pagePath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/

/**
 * The path of an address to return to, as the browser would resolve it. Undefined for another origin,
 * for a user name in the address, and for anything but a page.
 */
export function returnPath(value: unknown, origin: string): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value, origin) : null
  if (!url || url.origin !== origin || url.username || url.password) return undefined
  return pagePath.test(url.pathname) ? url.pathname + url.search + url.hash : undefined
}

/** Replaces the addresses to return to in the query of a call by their paths, and refuses all others. */
export function normaliseReturnsInQuery({ searchParams, origin }: URL) {
  for (const name of returnParameters) {
    const [first, ...repeated] = searchParams.getAll(name).filter(Boolean)
    if (repeated.length > 0) throw refusal(name)
    if (first) searchParams.set(name, pathOrRefuse(name, first, origin))
  }
}

/** The body of a call with paths in place of the addresses to return to; refuses all others. */
export function withNormalisedReturns(body: unknown, origin: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const given = Object.entries(body).filter(([name, value]) => isReturnParameter(name) && value)
  const paths = given.map(([name, value]) => [name, pathOrRefuse(name, value, origin)] as const)
  return { ...body, ...Object.fromEntries(paths) }
}

const isReturnParameter = (name: string) => returnParameters.some((known) => known === name)

function pathOrRefuse(name: string, value: unknown, origin: string): string {
  const path = returnPath(value, origin)
  if (path === undefined) throw refusal(name)
  return path
}

const refusal = (name: string) =>
  new AppError('forbidden', { detail: `${name} must be the path of a page of the shop` })
