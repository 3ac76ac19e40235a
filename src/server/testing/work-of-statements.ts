import pg from 'pg'
import { vi } from 'vitest'

interface Node {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** The rows that all steps of a plan have handled. */
function rowsHandled(node: Node): number {
  const own =
    node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0))
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsHandled(plan), own)
}

const explained = /^\s*(?:select|insert|update|delete|with|create temp table)\b/i

/** A statement that takes longer has handled far more rows than a test allows. */
const longestMs = 60_000

type Query = (this: pg.Client, statement: unknown, ...rest: unknown[]) => unknown

/**
 * The rows that the statements of an action handle, by their text. Each is executed once more before, with its plan, and taken back:
 * those that change something only within a transaction.
 */
export async function workOf(act: () => Promise<unknown>): Promise<Map<string, number>> {
  const work = new Map<string, number>()
  const open = new WeakSet<pg.Client>()
  // Safe: the one method of the class, without its overloads.
  const send = pg.Client.prototype.query as Query
  const explain = async (client: pg.Client, text: string, values: unknown) => {
    const inTransaction = open.has(client)
    if (!inTransaction && !/^\s*select\b/i.test(text)) return
    const run = (statement: string, given?: unknown) => send.call(client, statement, given)
    if (inTransaction) await run('savepoint explaining')
    try {
      if (inTransaction) await run(`set local statement_timeout = ${longestMs}`)
      // Safe: the answer of `explain` in this format.
      const { rows } = (await run(
        `explain (analyze, timing off, buffers off, format json) ${text}`,
        values,
      )) as pg.QueryResult<{ 'QUERY PLAN': [{ Plan: Node }] }>
      const handled = rowsHandled(rows[0]!['QUERY PLAN'][0].Plan)
      work.set(text, (work.get(text) ?? 0) + handled)
    } catch (error) {
      throw new Error(`This statement does not end in time or fails: ${text}`, { cause: error })
    } finally {
      if (inTransaction) await run('rollback to savepoint explaining')
    }
  }
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as {
    mockImplementation(run: Query): void
    mockRestore(): void
  }
  spy.mockImplementation(function (this: pg.Client, statement, ...rest) {
    const asked = typeof statement === 'string' ? { text: statement, values: rest[0] } : statement
    const { text, values } = asked as { text?: string; values?: unknown }
    const original = () => send.call(this, statement, ...rest)
    if (/^\s*begin\b/i.test(text ?? '')) open.add(this)
    if (/^\s*(?:commit|rollback)\s*$/i.test(text ?? '')) open.delete(this)
    const isCalledBack = rest.some((each) => typeof each === 'function')
    if (!text || isCalledBack || !explained.test(text)) return original()
    return explain(this, text, values).then(original)
  })
  try {
    await act()
  } finally {
    spy.mockRestore()
  }
  return work
}
