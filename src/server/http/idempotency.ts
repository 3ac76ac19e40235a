import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Db } from '../db/index.ts'
import type { Schema } from '../db/schema.ts'
import { AppError } from './errors.ts'

/** A request that names itself, so that repeating it has no second effect. */
export interface Keyed {
  key: string
  /** Tells apart two requests under one key. */
  hash: string
}

/** The request's `Idempotency-Key` with a hash of what is asked; undefined without one. */
export function keyOf(request: FastifyRequest, body: unknown): Keyed | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7E]{1,255}$/.test(key)) {
    throw new AppError('invalid', { detail: 'Idempotency-Key: 1 to 255 visible characters' })
  }
  const asked = [request.method, request.routeOptions.url, body]
  return { key, hash: createHash('sha256').update(JSON.stringify(asked)).digest('hex') }
}

/** What this key was answered with before; undefined when it is new. */
export async function earlierAnswer<Answer>(db: Db, userId: string, { key, hash }: Keyed) {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.request_hash !== hash) throw new AppError('key-reused')
  // Safe: the hash names the route, and only that route's answer was stored under it.
  return row.answer as Answer
}

/** Marks an answer that was given before. */
export const markReplayed = (reply: FastifyReply) => reply.header('idempotent-replayed', 'true')

type Once = { db: Db; userId: string; keyed: Keyed | undefined; reply: FastifyReply }

/**
 * Runs the effect in one transaction with the record of its key, so that a repetition gets the
 * first answer. A repetition that comes while the first still works waits for it.
 */
export function once<Answer>(
  { db, userId, keyed, reply }: Once,
  effect: (trx: Transaction<Schema>) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    if (!keyed) return effect(trx)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key: keyed.key, request_hash: keyed.hash, answer: null })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      const answer = await earlierAnswer<Answer>(trx, userId, keyed)
      markReplayed(reply)
      return answer as Answer
    }
    const answer = await effect(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', userId)
      .where('key', '=', keyed.key)
      .execute()
    return answer
  })
}
