import type { EndpointPath } from '../shared/endpoint.ts'

/** The endpoints that ask about the chosen car on every page, free of schemas. */
export const vehiclePaths = {
  tree: { method: 'GET', path: '/vehicles', access: 'public' },
  verdicts: { method: 'GET', path: '/fitments/verdicts', access: 'public' },
} as const satisfies Record<string, EndpointPath>
