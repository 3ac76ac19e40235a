import { transaction } from '../database.ts'
import type { Database } from '../database.ts'
import { ApiError } from './errors.ts'

export type StoredResponse = { status: number; body: object; replayed?: boolean }

type Call = {
  key: string | null
  endpoint: string
  parameters: unknown
  execute: () => object
}

/** Executes a call once per idempotency key; a repeated call gets the stored response. */
export function executeOnce(
  db: Database,
  { key, endpoint, parameters, execute }: Call,
): StoredResponse {
  return transaction(db, () => {
    if (!key) return tryExecute(execute)
    const sent = JSON.stringify(parameters)
    const stored = db.prepare('select * from idempotent_answers where key = ?').get(key)
    if (stored) {
      if (stored['endpoint'] !== endpoint) {
        throw keyReused(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${String(stored['endpoint'])}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      if (stored['parameters'] !== sent) {
        throw keyReused(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      const body = JSON.parse(String(stored['body'])) as object
      return { status: Number(stored['status']), body, replayed: true }
    }
    const response = tryExecute(execute)
    db.prepare('insert into idempotent_answers values (?, ?, ?, ?, ?)').run(
      key,
      endpoint,
      sent,
      response.status,
      JSON.stringify(response.body),
    )
    return response
  })
}

/** An error is a response too: its changes are committed, and a repeated call gets it again. */
function tryExecute(carryOut: () => object): StoredResponse {
  try {
    return { status: 200, body: carryOut() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: { error: error.body } }
  }
}

const keyReused = (message: string) => new ApiError(400, { type: 'idempotency_error', message })
