import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../database.ts'

/** The store of oidc-provider for codes, tokens and grants. */
export function recordAdapter(db: Database) {
  const upsert = db.prepare('insert or replace into google_records values (?, ?, ?, ?, ?)')
  const select = db.prepare(
    'select payload from google_records where model = ? and id = ? and coalesce(expires_at > ?, true)',
  )
  const selectUid = db.prepare(
    "select payload from google_records where model = ? and payload ->> '$.uid' = ?",
  )
  const consume = db.prepare(
    "update google_records set payload = json_set(payload, '$.consumed', ?) where model = ? and id = ?",
  )
  const destroy = db.prepare('delete from google_records where model = ? and id = ?')
  const revoke = db.prepare('delete from google_records where grant_id = ?')

  return (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? seconds() + expiresIn : null
      upsert.run(model, id, payload.grantId ?? null, expiresAt, JSON.stringify(payload))
    },
    find: async (id) => read(select.get(model, id, seconds())),
    findByUid: async (uid) => read(selectUid.get(model, uid)),
    findByUserCode: async () => undefined,
    async consume(id) {
      consume.run(seconds(), model, id)
    },
    async destroy(id) {
      destroy.run(model, id)
    },
    async revokeByGrantId(grantId) {
      revoke.run(grantId)
    },
  })
}

const seconds = () => Math.floor(Date.now() / 1000)

const read = (row: Record<string, unknown> | undefined) =>
  row && (JSON.parse(String(row['payload'])) as AdapterPayload)
