import type { EndpointPath } from './endpoint.ts'

/**
 * The endpoints that scripts of the first page call. Free of schemas, unlike the endpoints, which
 * would bring all of zod into these scripts; each endpoint spreads its own from here.
 */
export const paths = {
  config: { method: 'GET', path: '/config', access: 'public' },
  health: { method: 'GET', path: '/health', access: 'public' },
  products: { method: 'GET', path: '/products', access: 'public' },
  suggestions: { method: 'GET', path: '/products/suggestions', access: 'public' },
  reviews: { method: 'GET', path: '/reviews', access: 'public' },
  exchange: { method: 'PUT', path: '/user/{email}', access: 'identity' },
  // specification: 'PUT /updateUser/{email}'
  exchangeNamed: { method: 'PUT', path: '/updateUser/{email}', access: 'identity' },
  signOut: { method: 'POST', path: '/signOut', access: 'customer' },
} as const satisfies Record<string, EndpointPath>
