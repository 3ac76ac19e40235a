import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { AdminAction } from '#contract/audit.ts'
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

interface Fields {
  /** The changed fields, never a secret. */
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The actions that nodes of release 0.3.0 know, which read all rows of `admin_actions` (docs/decisions/0114). */
type KnownAction = Schema['admin_actions']['action']

interface Change extends Fields {
  action: KnownAction
  target: string
}

/** The fields of one state that the other has not, or has otherwise: an entry of a log names these alone. */
const differing = (some: object, other: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(some).filter(([field, value]) => other[field] !== value))

/** Adds an entry to the audit log, in the transaction of the action. For other actions see {@link recordChange}. */
export async function recordAdminAction(trx: Transaction<Schema>, actor: Actor, change: Change) {
  await trx
    .insertInto('admin_actions')
    .values({ actor: actor.id, request_id: actor.requestId ?? null, ...change })
    .execute()
}

interface NewerChange extends Fields {
  action: Exclude<AdminAction, KnownAction>
  /** The id of the object, or its key in addresses. */
  object: { id: string } | { key: string }
  /** The name of the object, never of a person. */
  name?: string | undefined
  /** The id of another object: the account that is put on a price list. */
  related?: string | undefined
}

/** Adds an entry with the fields that differ, in the transaction of the change. */
export const recordChange = (
  trx: Transaction<Schema>,
  actor: Actor,
  { action, object, name, related, before, after }: NewerChange,
) =>
  trx
    .insertInto('audit_entries')
    .values({
      actor: actor.id,
      request_id: actor.requestId ?? null,
      action,
      ...('id' in object ? { target: object.id } : { target_key: object.key }),
      name: name ?? null,
      related: related ?? null,
      before: differing(before, after),
      after: differing(after, before),
    })
    .execute()
