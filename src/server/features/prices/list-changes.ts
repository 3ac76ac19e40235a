import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { dollars } from '#contract/formats/formatting.ts'
import type { PriceListChange } from '#contract/prices/price-lists.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { differing } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'

const shownChanges = 200

interface Change {
  list: { id: string; name: string }
  action: PriceListChange['action']
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The id of an account. */
  account?: string
}

/** Adds an entry with the fields that differ to the log of price lists, in the transaction of the change. */
export const recordListChange = (
  trx: Transaction<Schema>,
  actor: Actor,
  { list, action, before, after, account }: Change,
) =>
  trx
    .insertInto('price_list_changes')
    .values({
      price_list: list.id,
      name: list.name,
      actor: actor.id,
      request_id: actor.requestId ?? null,
      action,
      user_id: account ?? null,
      before: differing(before, after),
      after: differing(after, before),
    })
    .execute()

interface Row {
  id: number
  at: Date
  by: string
  action: PriceListChange['action']
  name: string
  account: string | null
  before: Record<string, Stored>
  after: Record<string, Stored>
}

/** A value in the log. */
type Stored = string | number | null | undefined

/** The last changes, newest first. */
export async function listChanges(db: Db): Promise<PriceListChange[]> {
  const { rows } = await sql<Row>`
    select change.id, change.created_at as at, coalesce(admins.email, actor) as by, action, change.name,
      users.email as account, before, after
    from price_list_changes as change
      left join users as admins on admins.id = case when actor like '%-%-%' then actor::uuid end
      left join users on users.id = change.user_id
    order by change.id desc limit ${shownChanges}`.execute(db)
  return rows.map(({ id, at, before, after, ...row }) => ({
    ...row,
    _id: String(id),
    at: at.toISOString(),
    changes: [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
      field: titles[field] ?? field,
      before: textOf(field, before[field]),
      after: textOf(field, after[field]),
    })),
  }))
}

/** Prices of products are entries by the name of the product. */
const titles: Record<string, string> = {
  name: 'Name',
  percent_off: 'Percent off',
  min_order_cents: 'Minimum order',
}

function textOf(field: string, value: Stored): string | null {
  if (value === undefined || value === null || value === '') return null
  return field === 'min_order_cents' ? dollars(toDollars(Number(value))) : String(value)
}
