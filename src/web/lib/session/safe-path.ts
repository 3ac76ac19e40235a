import * as pathTo from '#web/lib/router/path-to.ts'

/** A safe redirect target after login: a path of this shop, else the home page. */
export function safePath(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return pathTo.home
  // Resolved like a browser does: '//host', '/\host' and hidden control characters lead to other
  // hosts.
  const resolved = URL.canParse(target, here) ? new URL(target, here) : undefined
  // '/..//host' resolves to a path that would be resolved as a host the next time.
  if (resolved?.origin !== here || resolved.pathname.startsWith('//')) return pathTo.home
  return resolved.pathname + resolved.search + resolved.hash
}

const here = 'http://shop.invalid'
