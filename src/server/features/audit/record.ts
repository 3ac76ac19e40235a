import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { User } from '../../http/access.ts'
import type { Schema } from '../../db/schema.ts'

/** Who uses an admin's rights. */
export interface Actor {
  /** An account's id, or where the owner acts without an account. */
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
  /** The fields that change, and no secret among them. */
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Writes down what an admin does, in the transaction that does it. */
export async function recordAdminAction(trx: Transaction<Schema>, actor: Actor, change: Change) {
  await trx
    .insertInto('admin_actions')
    .values({ actor: actor.id, request_id: actor.requestId ?? null, ...change })
    .execute()
}
