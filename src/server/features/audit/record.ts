import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { User } from '../../http/access.ts'
import type { Schema } from '../../db/schema.ts'

/** The user of an admin's rights. */
export interface Actor {
  /** The id of an account, or the name of a source without one. */
  id: string
  requestId?: string
}

export const commandLine: Actor = { id: 'command-line' }
export const configuration: Actor = { id: 'configuration' }

export const actorOf = ({ user, request }: { user: User; request: FastifyRequest }): Actor => ({
  id: user.id,
  requestId: request.id,
})

interface Change {
  action: Schema['admin_actions']['action']
  target: string
  /** The changed fields, never a secret. */
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The fields of one state that the other has not, or has otherwise: an entry of a log names these alone. */
export const differing = (some: object, other: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(some).filter(([field, value]) => other[field] !== value))

/** Adds an entry to the audit log, in the transaction of the action. */
export async function recordAdminAction(trx: Transaction<Schema>, actor: Actor, change: Change) {
  await trx
    .insertInto('admin_actions')
    .values({ actor: actor.id, request_id: actor.requestId ?? null, ...change })
    .execute()
}
