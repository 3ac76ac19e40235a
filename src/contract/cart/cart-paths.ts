import type { EndpointPath } from '../shared/endpoint.ts'

/** The endpoints of the cart that every page calls, free of schemas. */
export const cartPaths = {
  read: { method: 'GET', path: '/cart', access: 'customer' },
  count: { method: 'GET', path: '/cart/count', access: 'customer' },
  combine: { method: 'POST', path: '/cart/lines', access: 'customer' },
} as const satisfies Record<string, EndpointPath>
