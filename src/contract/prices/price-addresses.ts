import type { EndpointAddress } from '../shared/endpoint.ts'

/** In a file of its own, so that pages that only ask for prices load no schemas. */
export const priceAddresses = {
  own: { method: 'GET', path: '/prices', access: 'customer' },
} as const satisfies Record<string, EndpointAddress>
