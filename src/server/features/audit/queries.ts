import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { actionsAbout } from '#contract/audit.ts'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { readLadder, toRungs } from '#contract/prices/ladder.ts'
import type { Rung } from '#contract/prices/unit-price.ts'
import { Id, matchesMax, toDollars } from '#contract/shared/fields.ts'
import { allFields, productFields } from '#contract/products/fields/product-fields.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import type { Db } from '../../db/index.ts'
import { matching } from '../../db/bounded-search.ts'
import { emailOrTextSearch, productSearch, textSearch } from '../../db/search.ts'

/** Labels of actors without an account. */
const withoutAccount: Record<string, string> = {
  'command-line': 'command line',
  configuration: 'configuration',
}

/** The most names that a search matches. A longer search term matches fewer. */
const namesMax = 200

/** The most entries on what a search matches. */
const entriesMax = 10_000

const orderCode = /^[0-9a-f]{8}$/i

/** The entries that match a filter, as a `from` clause; with `first` at least so many of the newest, if there are. */
async function chosen(db: Db, { about, action, by, q, object }: AuditFilter, first?: number) {
  const found = q ? on(await matchesOf(db, q)) : undefined
  const conditions = [
    ...(action ? [sql`action = ${action}`] : []),
    ...(about ? [sql`action = any(${actionsAbout(about)}::text[])`] : []),
    ...(by ? [sql`actor = any(${await actorsOf(db, by)}::text[])`] : []),
    ...(object && found ? [sql`(${sql.join(found, sql` or `)})`] : []),
  ]
  const entries = (some: RawBuilder<unknown>) =>
    sql`select * from audit_log where ${sql.join([some, ...conditions], sql` and `)}`
  const objects = object ? on(objectOf(object)) : found
  // Read before they are sorted, so that the planner does not look for them in the order of the list.
  if (objects) {
    return sql`(${sql.join(objects.map(entries), sql` union all `)} limit ${entriesMax}) as entry`
  }
  if (first === undefined) return sql`(${entries(sql`true`)}) as entry`
  // From each table by itself: for a merge the planner walks through all of one that has nothing of what is frequent in the other.
  const newest = tables.map(
    (table) => sql`(${entries(sql`source = ${table}`)} ${newestFirst} limit ${first})`,
  )
  return sql`(${sql.join(newest, sql` union all `)}) as entry`
}

const tables = ['audit_entries', 'admin_actions']

const newestFirst = sql`order by created_at desc, id desc`

interface Objects {
  ids: string[]
  /** The keys of objects without an id. */
  keys: string[]
  /** The entries whose name matches. */
  named: number[]
}

const objectOf = (object: string): Objects =>
  Id.safeParse(object).success
    ? { ids: [object], keys: [], named: [] }
    : { ids: [], keys: [object], named: [] }

/** Two conditions that no entry meets both: only one of the tables has the columns of the second, with indexes. */
const on = ({ ids, keys, named }: Objects) => {
  const isTarget = sql`target = any(${ids}::uuid[])`
  return [
    isTarget,
    sql`(source = 'audit_entries' and (${isTarget}) is not true and (
      related = any(${ids}::uuid[]) or target_key = any(${keys}::text[]) or id = any(${named}::bigint[])))`,
  ]
}

/** What a text matches. */
async function matchesOf(db: Db, q: string): Promise<Objects> {
  const entries = db.selectFrom('audit_entries').select('id')
  const named = await matching(entries, textSearch(['name'], q), {
    table: 'audit_entries',
    most: entriesMax,
  }).execute()
  return { ids: await targetsOf(db, q), keys: [], named: named.map(({ id }) => id) }
}

async function actorsOf(db: Db, by: string): Promise<string[]> {
  const words = by.toLowerCase()
  const others = Object.keys(withoutAccount).filter((key) => withoutAccount[key]?.includes(words))
  return [...others, ...(await accountsOf(db, by))]
}

const accountsOf = async (db: Db, text: string) =>
  idsOf(
    await matching(db.selectFrom('users').select('id'), emailOrTextSearch(['email'], text), {
      table: 'users',
      most: namesMax,
    }).execute(),
  )

async function targetsOf(db: Db, q: string): Promise<string[]> {
  if (Id.safeParse(q).success) return [q.toLowerCase()]
  if (orderCode.test(q)) {
    const code = sql<boolean>`right(id::text, 8) = ${q.toLowerCase()} and deleted_at is null`
    return idsOf(await db.selectFrom('orders').select('id').where(code).limit(namesMax).execute())
  }
  // Archived products have an index of their own.
  const products = (isArchived: boolean) =>
    matching(db.selectFrom('products').select('id'), productSearch(['name'], q), {
      table: 'products',
      live: isArchived ? sql`archived_at is not null` : sql`archived_at is null`,
      most: namesMax,
    }).execute()
  const [live, archived] = [await products(false), await products(true)]
  return [...idsOf(live), ...idsOf(archived), ...(await accountsOf(db, q))]
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

type Page = { page: number; limit: number }

interface Row {
  key: string
  at: Date
  by: string
  action: string
  target: string
  name: string | null
  also: string | null
  /** The name of an order's product. */
  ordered: string | null
  before: Fields
  after: Fields
  reason: string | null
}

/** One numbered page, newest first. */
export async function listEntries(
  db: Db,
  { page, limit, ...filter }: AuditFilter & Page,
): Promise<AuditEntry[]> {
  const { rows } = await sql<Row>`
    select entry.source || '-' || entry.id as key, entry.created_at as at, entry.action,
      coalesce(entry.target::text, entry.target_key) as target, entry.before, entry.after,
      coalesce(admin.email, entry.actor) as by, orders.name as ordered,
      coalesce(entry.name, products.name, trade.company, account.email, reviews.title,
        message.email, product_file.file_name, number_file.file_name, fitment_file.file_name) as name,
      coalesce(related_account.email, related_product.name,
        case when trade.company is not null then account.email end) as also,
      case when not exists (
        select from audit_entries as later
        where later.target = trade.user_id and later.action = entry.action and later.id > entry.id
      ) then nullif(trade.reason, '') end as reason
    from (
      select * from ${await chosen(db, filter, page * limit)}
      ${newestFirst} limit ${limit} offset ${(page - 1) * limit}
    ) as entry
    -- Cast the actor instead of the id, so that the primary key is used.
    left join users as admin on admin.id = case when entry.actor like '%-%-%' then entry.actor::uuid end
    left join products on products.id = entry.target
    left join users as account on account.id = entry.target
    left join trade_accounts as trade
      on trade.user_id = entry.target and entry.action = 'decide-trade-account'
    left join orders on orders.id = entry.target
    left join reviews on reviews.id = entry.target
    left join contact_messages as message on message.id = entry.target
    left join product_imports as product_file on product_file.id = entry.target
    left join number_imports as number_file on number_file.id = entry.target
    left join fitment_imports as fitment_file on fitment_file.id = entry.target
    left join users as related_account on related_account.id = entry.related
    left join products as related_product on related_product.id = entry.related
    order by entry.created_at desc, entry.id desc`.execute(db)
  return rows.map(({ key, at, by, ordered, before, after, ...row }) => ({
    ...row,
    _id: key,
    at: at.toISOString(),
    by: withoutAccount[by] ?? by,
    // The code distinguishes orders of the same product.
    name: ordered === null ? row.name : `${ordered}, order ${shortId(row.target)}`,
    changes: changesOf(before, after),
    reason: typeof after['reason'] === 'string' ? after['reason'] : row.reason,
  }))
}

/** The number of matching entries, limited for a search. */
export async function countEntries(db: Db, filter: AuditFilter) {
  const isSearch = Boolean(filter.by || filter.q)
  const most = isSearch ? matchesMax + 1 : undefined
  const entries = await chosen(db, filter, most)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (select from ${entries} limit ${most ?? null}) as matches`.execute(db)
  const count = rows[0]?.count ?? 0
  return { count, isCapped: isSearch && count > matchesMax }
}

type Fields = Record<string, unknown>

const changesOf = (before: Fields, after: Fields) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => field !== 'reason')
    .map((field) => ({
      field,
      before: textOf(field, before[field]),
      after: textOf(field, after[field]),
    }))

/** The columns that hold cents. */
const amounts = new Set<string>([
  'min_order_cents',
  ...allFields
    .filter((name) => productFields[name].stored === 'cents')
    .map((name) => productFields[name].column),
])

function textOf(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (amounts.has(field)) return dollars(toDollars(Number(value)))
  if (field === productFields.breaks.column && Array.isArray(value)) {
    return pricesText(toRungs(value))
  }
  if (field === 'own_prices' && typeof value === 'string')
    return pricesText(readLadder(value) ?? [])
  if (field === 'terms' && Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const pricesText = (rungs: readonly Rung[]) =>
  rungs.map(({ from, price }) => `${dollars(price)} from ${from}`).join(', ')
