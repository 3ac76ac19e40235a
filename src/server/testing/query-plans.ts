import pg from 'pg'
import { expect, vi } from 'vitest'
import type { TestShop } from './shop.ts'

/** The tables that grow with every sale. */
const large =
  /Seq Scan on (?:products|product_prices|orders|order_lines|order_events|stock_movements|payment_intents|users|reviews|idempotency_keys|webhook_events|outbox|order_mails|admin_actions|audit_entries|contact_messages|cart_lines|ordered_from_carts|saved_lists|saved_list_lines|fitments|product_numbers|list_prices)\b.*/g

/** Whether a statement is of the job that looks at the sizes of all tables each second, beside any action. */
const isOfJob = (statement: string) => statement.includes('pg_stat_user_tables')

interface Statement {
  name?: string
  text: string
  values: unknown[]
}

/** Records the statements of an action. */
async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await act()
  for (const [first, second] of query.mock.calls as unknown[][]) {
    const asked = typeof first === 'string' ? { text: first, values: second } : first
    const { name, text, values } = asked as Partial<Statement>
    if (text && /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !isOfJob(text)) {
      sent.push({ ...(name && { name }), text, values: Array.isArray(values) ? values : [] })
    }
  }
  query.mockRestore()
  return sent
}

/** The plan of a statement with these values, and the generic plan of a prepared one. None is explained twice. */
async function plansOf(
  { database }: TestShop,
  { name, text, values }: Statement,
  explained: Set<string>,
) {
  const client = await database.pool.connect()
  const explain = async (statement: string, given?: unknown[]) => {
    const key = JSON.stringify([statement, given])
    if (explained.has(key)) return ''
    explained.add(key)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(statement, given)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  try {
    const plans = [await explain(`explain ${text}`, values)]
    if (name) plans.push(await explain(`explain (generic_plan) ${text}`))
    return plans
  } finally {
    client.release()
  }
}

/**
 * Fails if the action sends no statement, or one that reads a large table sequentially. `explained` has the statements
 * that were explained before, on the same rows.
 */
export async function expectNoSequentialScan(
  shop: TestShop,
  act: () => Promise<unknown>,
  { typed, explained = new Set() }: { typed?: string; explained?: Set<string> } = {},
) {
  // Answers of the cache would send no statement.
  shop.shop.publicReads.changed()
  const statements = await statementsOf(act)
  expect(statements, typed).not.toHaveLength(0)
  for (const statement of statements) {
    for (const plan of await plansOf(shop, statement, explained)) {
      const { text } = statement
      expect({ typed, text, reads: plan.match(large) }).toEqual({ typed, text, reads: null })
    }
  }
}

/** Fails if a search by an index of a text starts parallel workers, which take longer to start than it takes. */
export async function expectNoWorkers(shop: TestShop, act: () => Promise<unknown>) {
  shop.shop.publicReads.changed()
  const searches = (await statementsOf(act)).filter(({ text }) => text.includes('dear_to_search'))
  expect(searches).not.toHaveLength(0)
  const client = await shop.database.pool.connect()
  try {
    // Workers then cost nothing, as they do almost in a table of a million rows.
    await client.query(`set parallel_setup_cost = 0; set parallel_tuple_cost = 0;
      set min_parallel_table_scan_size = 0; set min_parallel_index_scan_size = 0`)
    for (const { text, values } of searches) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect({ text, workers: plan.match(/Gather.*/g) }).toEqual({ text, workers: null })
    }
  } finally {
    client.release(true)
  }
}

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** The executed plans of the statements of an action. */
async function executedPlans(shop: TestShop, act: () => Promise<unknown>): Promise<Node[]> {
  shop.shop.publicReads.changed()
  const plans: Node[] = []
  for (const { text, values } of await statementsOf(act)) {
    const explained = `explain (analyze, timing off, buffers, format json) ${text}`
    const { rows } = await shop.database.pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      explained,
      values,
    )
    plans.push(...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan))
  }
  return plans
}

/** How many blocks of tables and indexes the statements of an action read, from memory or disk. */
export const blocksRead = async (shop: TestShop, act: () => Promise<unknown>): Promise<number> =>
  (await executedPlans(shop, act))
    .map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
    .reduce((sum, blocks) => sum + blocks, 0)

/** The most rows of a table that one step of a statement reads. */
export const rowsRead = async (shop: TestShop, act: () => Promise<unknown>): Promise<number> =>
  Math.max(0, ...(await executedPlans(shop, act)).map(mostOf))

function mostOf(node: Node): number {
  const read =
    node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0))
  return Math.max(node['Relation Name'] ? read : 0, ...(node.Plans ?? []).map(mostOf))
}
