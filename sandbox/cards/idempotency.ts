import { transaction } from '../database.ts'
import type { Database } from '../database.ts'
import { ApiError } from './errors.ts'

export type Answer = { status: number; body: object; replayed?: boolean }

type Call = {
  key: string | null
  endpoint: string
  parameters: unknown
  carryOut: () => object
}

/** Carries a call out once per idempotency key; a repeated call gets the first one's answer. */
export function once(db: Database, { key, endpoint, parameters, carryOut }: Call): Answer {
  return transaction(db, () => {
    if (!key) return attempt(carryOut)
    const sent = JSON.stringify(parameters)
    const kept = db.prepare('select * from idempotent_answers where key = ?').get(key)
    if (kept) {
      if (kept['endpoint'] !== endpoint) {
        throw keyReused(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${String(kept['endpoint'])}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      if (kept['parameters'] !== sent) {
        throw keyReused(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      const body = JSON.parse(String(kept['body'])) as object
      return { status: Number(kept['status']), body, replayed: true }
    }
    const answer = attempt(carryOut)
    db.prepare('insert into idempotent_answers values (?, ?, ?, ?, ?)').run(
      key,
      endpoint,
      sent,
      answer.status,
      JSON.stringify(answer.body),
    )
    return answer
  })
}

/** A refusal is an answer too: what it changed stays, and a repeated call reads it again. */
function attempt(carryOut: () => object): Answer {
  try {
    return { status: 200, body: carryOut() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: { error: error.body } }
  }
}

const keyReused = (message: string) => new ApiError(400, { type: 'idempotency_error', message })
