/** In milliseconds. */
export interface Timeouts {
  headers: number
  /** The whole request, as an upload from a slow phone. */
  request: number
  /** How often the server checks for expired timeouts. */
  check: number
  /** From a request's headers to the last byte of its response. */
  call: number
  list: number
  upload: number
  /** A connection whose client takes nothing of an answer. */
  unread: number
}

export const timeouts: Timeouts = {
  headers: 10_000,
  request: 120_000,
  check: 2_000,
  call: 10_000,
  list: 120_000,
  upload: 140_000,
  unread: 30_000,
}

export const connectionsMax = 5_000
