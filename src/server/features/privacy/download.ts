import type { Pool } from 'pg'
import { sqlName, storedTables } from '../../retention/personal-data.ts'
import type { StoredTable } from '../../retention/stored-table.ts'
import { ofPerson, parametersOf } from './account-rows.ts'
import type { Person } from './account-rows.ts'

const batchSize = 200

interface Row {
  data: Record<string, unknown>
  /** The values of the key, as texts. */
  at: string[]
}

/** All rows about an account as one JSON object of tables, read in batches. */
export async function* accountData(pool: Pool, person: Person): AsyncGenerator<string> {
  yield `{\n"downloadedAt": ${JSON.stringify(new Date().toISOString())}`
  for (const [table, { rows }] of Object.entries(storedTables)) {
    if (!rows || rows === 'orderRows') continue
    yield `,\n${JSON.stringify(table)}: [`
    let separator = '\n'
    for await (const page of pagesOf(pool, table, person)) {
      if (table === 'orders') await addOrderRows(pool, page)
      for (const { data } of page) {
        yield `${separator}${JSON.stringify(data)}`
        separator = ',\n'
      }
    }
    yield ']'
  }
  yield '\n}\n'
}

async function* pagesOf(pool: Pool, table: string, person: Person): AsyncGenerator<Row[]> {
  const { rows } = storedTables[table] ?? {}
  if (!rows || rows === 'orderRows') return
  const { of, key, withheld = [], shownAs = {} } = rows
  const columns = key.map((name) => `"${name}"`).join(', ')
  const changed = Object.entries(shownAs).map(([name, value]) => `'${name}', ${value}`)
  const shown = `(to_jsonb(stored) || jsonb_build_object(${changed.join(', ')})) - $4::text[]`
  let at: string[] | undefined
  for (;;) {
    const after = at
      ? `and (${columns}) > (${at.map((_, index) => `$${index + 5}`).join(', ')})`
      : ''
    const page = await pool.query<Row>(
      `select ${shown} as data, array[${key.map((name) => `"${name}"::text`).join(', ')}] as at
       from ${sqlName(table)} as stored where ${ofPerson(of)} ${after}
       order by ${columns} limit ${batchSize}`,
      [...parametersOf(person), withheld, ...(at ?? [])],
    )
    if (page.rows.length > 0) yield page.rows
    at = page.rows.at(-1)?.at
    if (page.rows.length < batchSize) return
  }
}

const isOfOrder = ([, { rows }]: [string, StoredTable]) => rows === 'orderRows'

/** Adds history, mails, payments and refunds to their orders. */
async function addOrderRows(pool: Pool, orders: Row[]) {
  const ids = orders.map(({ at }) => at[0])
  for (const [table] of Object.entries(storedTables).filter(isOfOrder)) {
    const { rows } = await pool.query<{ id: string; data: unknown }>(
      `select order_id as id, to_jsonb(stored) - 'order_id' as data from ${sqlName(table)} as stored
       where order_id = any($1::uuid[]) order by to_jsonb(stored) ->> 'created_at', (to_jsonb(stored) ->> 'line')::int`,
      [ids],
    )
    const byOrder = Map.groupBy(rows, ({ id }) => id)
    for (const { data, at } of orders) {
      data[table] = (byOrder.get(at[0] ?? '') ?? []).map((row) => row.data)
    }
  }
}
