import pg from 'pg'
import { expect, vi } from 'vitest'
import type { TestShop } from './shop.ts'

/** The tables that grow with every sale. */
const large =
  /Seq Scan on (?:products|product_prices|orders|order_events|stock_movements|payment_intents|users|reviews|idempotency_keys|webhook_events|outbox|order_mails|admin_actions|contact_messages)\b.*/g

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
    if (text && /^\s*(?:select|insert|update|delete|with)\b/i.test(text)) {
      sent.push({ ...(name && { name }), text, values: Array.isArray(values) ? values : [] })
    }
  }
  query.mockRestore()
  return sent
}

/** The plan of a statement with these values, and the generic plan of a prepared one. */
async function plansOf({ database }: TestShop, { name, text, values }: Statement) {
  const client = await database.pool.connect()
  const explain = async (statement: string, given?: unknown[]) => {
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

/** Fails if the action sends no statement, or one that reads a large table sequentially. */
export async function expectNoSequentialScan(
  shop: TestShop,
  act: () => Promise<unknown>,
  typed?: string,
) {
  // Answers of the cache would send no statement.
  shop.shop.publicReads.changed()
  const statements = await statementsOf(act)
  expect(statements, typed).not.toHaveLength(0)
  for (const statement of statements) {
    for (const plan of await plansOf(shop, statement)) {
      const { text } = statement
      expect({ typed, text, reads: plan.match(large) }).toEqual({ typed, text, reads: null })
    }
  }
}

interface Buffers {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** How many blocks of tables and indexes the statements of an action read, from memory or disk. */
export async function blocksRead(shop: TestShop, act: () => Promise<unknown>): Promise<number> {
  shop.shop.publicReads.changed()
  let blocks = 0
  for (const { text, values } of await statementsOf(act)) {
    const explained = `explain (analyze, buffers, format json) ${text}`
    const { rows } = await shop.database.pool.query<{ 'QUERY PLAN': { Plan: Buffers }[] }>(
      explained,
      values,
    )
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) {
      blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    }
  }
  return blocks
}
