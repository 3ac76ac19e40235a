import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Db } from '../db/index.ts'
import type { Schema } from '../db/schema.ts'
import { AppError } from '../errors/errors.ts'

/** The key a client sent, so that repeating the request has no second effect. */
export interface IdempotencyKey {
  key: string
  /** Distinguishes two requests that use the same key. */
  hash: string
}

/** The request's `Idempotency-Key` with a hash of its content; undefined without one. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  content: unknown,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7E]{1,255}$/.test(key)) {
    throw new AppError('invalid', { detail: 'Idempotency-Key: 1 to 255 visible characters' })
  }
  const hashed = [request.method, request.routeOptions.url, content]
  return { key, hash: createHash('sha256').update(JSON.stringify(hashed)).digest('hex') }
}

/** The earlier request under this key; undefined for a new key. */
export async function earlierRequest(db: Db, userId: string, { key, hash }: IdempotencyKey) {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && { isSame: row.request_hash === hash, answer: row.answer }
}

/** The stored answer of this key; undefined for a new key. */
export async function storedAnswer<Answer>(db: Db, userId: string, key: IdempotencyKey) {
  const earlier = await earlierRequest(db, userId, key)
  if (!earlier) return undefined
  if (!earlier.isSame) throw new AppError('key-reused')
  // Safe: the hash names the route, and only that route's answer was stored under it.
  return earlier.answer as Answer
}

export const markReplayed = (reply: FastifyReply) => reply.header('idempotent-replayed', 'true')

interface Attempt {
  db: Db
  userId: string
  key: IdempotencyKey | undefined
  reply: FastifyReply
}

/**
 * Runs the effect in one transaction with the record of its key, so that a repetition gets the stored
 * answer. A repetition that arrives while the first request runs waits for it.
 */
export function runIdempotently<Answer>(
  { db, userId, key: attempt, reply }: Attempt,
  effect: (trx: Transaction<Schema>) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    if (!attempt) return effect(trx)
    const { key, hash } = attempt
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, request_hash: hash, answer: null })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      const answer = await storedAnswer<Answer>(trx, userId, attempt)
      markReplayed(reply)
      return answer as Answer
    }
    const answer = await effect(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}
