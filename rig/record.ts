/** A guarantee that a client or the supervisor of a node saw violated. */
export interface Finding {
  invariant: 'repeats' | 'access' | 'responses' | 'reads' | 'processes'
  example: string
}

/** Reports of the nodes and clients of one run. */
export interface RunRecord {
  findings: Finding[]
  /** Requests repeated after a broken connection, a 429 or a 503. */
  retries: number
  rateLimited: number
  /** Calls without a response before the deadline. */
  givenUp: number
}

export const openRecord = (): RunRecord => ({
  findings: [],
  retries: 0,
  rateLimited: 0,
  givenUp: 0,
})
