/** A guarantee that a client, a process or a log saw violated. */
export interface Complaint {
  invariant: 'repeats' | 'access' | 'answers' | 'reads' | 'processes' | 'logs'
  example: string
}

/** What nodes and clients of one run report. */
export interface RunRecord {
  complaints: Complaint[]
  /** Requests sent again after a broken connection or a 429 or 503. */
  retries: number
  tooMany: number
  /** Calls without an answer before the deadline. */
  givenUp: number
}

export const openRecord = (): RunRecord => ({
  complaints: [],
  retries: 0,
  tooMany: 0,
  givenUp: 0,
})
