import { CompiledQuery } from 'kysely'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Connections, Db } from './index.ts'

/** The parameters of a statement in its text, by their names. */
export type Parameters<Values> = { readonly [Name in keyof Values]: string }

interface Written<Name extends string> {
  text: string
  /** The names of its parameters in the order of their numbers. */
  parameters: readonly Name[]
}

type NameOf<Values> = keyof Values & string

type Given<Values> = keyof Values extends never ? [] : [values: Values]

/** Every prepared statement by its name. */
export const preparedStatements = new Map<string, Written<string>>()

/**
 * A prepared statement: parsed and planned once for each connection. `write` names its parameters where the text needs them,
 * and callers pass values by these names (docs/decisions/0115).
 */
export function prepared<Row extends pg.QueryResultRow, Values extends object = object>(
  name: string,
  write: (parameter: Parameters<Values>) => string,
) {
  const statement = numbered(write)
  const { text, parameters } = statement
  const known = preparedStatements.get(name)
  // A connection would run the one that it has prepared first.
  if (known && known.text !== text) throw new Error(`Two prepared statements are named ${name}`)
  preparedStatements.set(name, statement)
  const listed = ([values]: readonly Values[]) => parameters.map((parameter) => values?.[parameter])
  const run = async (on: Pick<pg.ClientBase, 'query'>, ...given: Given<Values>): Promise<Row[]> =>
    (await on.query<Row>({ name, text, values: listed(given) })).rows
  /** Runs it within a transaction of Kysely, where it is not prepared. */
  const runIn = async (trx: Pick<Db, 'executeQuery'>, ...given: Given<Values>): Promise<Row[]> =>
    (await trx.executeQuery<Row>(CompiledQuery.raw(text, listed(given)))).rows
  return Object.assign(run, { ...statement, runIn })
}

/** Numbers the parameters in the order of their first use. */
function numbered<Values extends object>(
  write: (parameter: Parameters<Values>) => string,
): Written<NameOf<Values>> {
  const parameters: NameOf<Values>[] = []
  const byName = new Proxy({} as Parameters<Values>, {
    get(_, key) {
      // Safe: the type has no other keys.
      const name = key as NameOf<Values>
      if (!parameters.includes(name)) parameters.push(name)
      const index = parameters.indexOf(name) + 1
      return `$${index}`
    },
  })
  return { text: write(byName), parameters }
}

/** The most built statements that are prepared: each connection keeps the plans of its own. */
const builtMax = 32
const builtNames = new Map<string, string>()

/** Runs a built statement that has few forms, prepared. Its plan must not depend on its values. */
export async function runPrepared<Row extends pg.QueryResultRow>(
  { db, pool }: Connections,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  if (!builtNames.has(text) && builtNames.size < builtMax) {
    builtNames.set(text, `built-${builtNames.size}`)
  }
  const name = builtNames.get(text)
  return (await pool.query<Row>({ ...(name && { name }), text, values: [...parameters] })).rows
}
