import type { EndpointPath } from './shared/endpoint.ts'

export const carsMax = 20
export const ownNameMax = 40

/** The names of a make and of a model; the shop's own are shorter. */
export const shopNameMax = 60

/** A car of a visitor, with neither VIN nor number plate. */
export interface GarageCar {
  /** Two cars may be of the same model and year. */
  id: number
  /** `volkswagen/golf/2014`. */
  vehicle: string
  /** Names as the shop shows them. */
  make: string
  model: string
  /** `2.5l-petrol` or `other`; absent or empty if unknown. */
  engine?: string | undefined
  /** The visitor's own name of it. */
  ownName?: string | undefined
}

/** The calls about the cars of an account, free of schemas. */
export const garagePaths = {
  read: { method: 'GET', path: '/garage', access: 'customer' },
  keep: { method: 'PUT', path: '/garage', access: 'customer' },
  remove: { method: 'DELETE', path: '/garage', access: 'customer' },
} as const satisfies Record<string, EndpointPath>
