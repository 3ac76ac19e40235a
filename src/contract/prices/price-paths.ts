import type { EndpointPath } from '../shared/endpoint.ts'

/** In a file of its own, so that pages that only ask for prices load no schemas. */
export const pricePaths = {
  own: { method: 'GET', path: '/prices', access: 'customer' },
  list: { method: 'GET', path: '/prices/list', access: 'customer' },
  products: { method: 'GET', path: '/prices/products', access: 'customer' },
  found: { method: 'GET', path: '/prices/found', access: 'customer' },
} as const satisfies Record<string, EndpointPath>
