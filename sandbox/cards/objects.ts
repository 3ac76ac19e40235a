import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { resourceMissing } from './errors.ts'
import { integer } from './params.ts'

type ApiObject = { id: string; object: string; created: number }

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export const now = () => Math.floor(Date.now() / 1000)

export function insertObject<T extends ApiObject>(db: Database, object: T): T {
  db.prepare('insert into objects (id, type, created, body) values (?, ?, ?, ?)').run(
    object.id,
    object.object,
    object.created,
    JSON.stringify(object),
  )
  return object
}

export function updateObject<T extends ApiObject>(db: Database, object: T): T {
  db.prepare('update objects set body = ? where id = ?').run(JSON.stringify(object), object.id)
  return object
}

/** Reads an object of a type; the type determines the shape of T. */
export function getObject<T extends ApiObject>(
  db: Database,
  type: T['object'],
  id: string,
  param?: string,
): T {
  const row = db.prepare('select body from objects where type = ? and id = ?').get(type, id)
  if (!row) throw resourceMissing(type, id, param)
  return JSON.parse(String(row['body'])) as T
}

type TimeRange = z.output<typeof TimeRange>
const TimeRange = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
})

export const listParams = {
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  created: z
    .union([TimeRange, integer.transform((time): TimeRange => ({ gte: time, lte: time }))])
    .default({}),
}

type ListParams = z.output<z.ZodObject<typeof listParams>>

/** A page of the objects of a type, newest first. */
export function listObjects(
  db: Database,
  type: string,
  {
    limit,
    starting_after,
    created,
    payment_intent,
  }: ListParams & { payment_intent?: string | undefined },
) {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = created
  const rows = db
    .prepare(
      `select body from objects
        where type = ? and created > ? and created >= ? and created < ? and created <= ?
          and seq < coalesce((select seq from objects where id = ?), 9e18)
          and coalesce(json_extract(body, '$.payment_intent') = ?, true)
        order by seq desc limit ?`,
    )
    .all(type, gt, gte, lt, lte, starting_after ?? null, payment_intent ?? null, limit + 1)
  const found = rows.map((row) => JSON.parse(String(row['body'])) as ApiObject)
  return {
    object: 'list' as const,
    url: `/v1/${type}s`,
    has_more: found.length > limit,
    data: found.slice(0, limit),
  }
}
