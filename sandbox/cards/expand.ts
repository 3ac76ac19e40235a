import type { Database } from '../database.ts'

/** Replaces ids by their objects, by path: `latest_charge`, or `data.latest_charge`. */
export function expand(db: Database, body: object, paths: string[]): object {
  return paths.reduce((expanded, path) => expandPath(db, expanded, path.split('.')), body)
}

function expandPath(db: Database, body: object, [name, ...rest]: string[]): object {
  if (name === undefined || !(name in body)) return body
  const value: unknown = body[name as keyof typeof body]
  if (Array.isArray(value)) {
    return { ...body, [name]: value.map((item: object) => expandPath(db, item, rest)) }
  }
  if (typeof value !== 'string') return body
  const row = db.prepare('select body from objects where id = ?').get(value)
  if (!row) return body
  return { ...body, [name]: expandPath(db, JSON.parse(String(row['body'])) as object, rest) }
}
