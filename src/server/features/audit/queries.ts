import { sql } from 'kysely'
import type { Action, ActionFilter } from '#contract/audit.ts'
import { toRungs, writeLadder } from '#contract/prices/ladder.ts'
import { Id, matchesMax, toDollars } from '#contract/shared/fields.ts'
import { allFields, productFields } from '#contract/product-fields/product-fields.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import { countMatches } from '../../db/count-matches.ts'
import type { Db } from '../../db/index.ts'
import { matching } from '../../db/bounded-search.ts'
import { emailOrTextSearch, productSearch } from '../../db/search.ts'

/** Labels of actors without an account. */
const withoutAccount: Record<string, string> = {
  'command-line': 'command line',
  configuration: 'configuration',
}

/** The most names that a search matches. A longer search term matches fewer. */
const namesMax = 200

/** The most actions on what a search matches. */
const actionsMax = 10_000

const orderCode = /^[0-9a-f]{8}$/i

/** The actions that match a filter. */
async function filtered(db: Db, { action, by, q }: ActionFilter) {
  let query = db.selectFrom('admin_actions')
  if (action) query = query.where('action', '=', action)
  if (by) query = query.where('actor', '=', sql<string>`any(${await actorsOf(db, by)}::text[])`)
  if (q) {
    // An array, so that the planner does not look for the targets in the order of the list.
    const ofTargets = sql`select id from admin_actions
      where target = any(${await targetsOf(db, q)}::uuid[]) limit ${actionsMax}`
    query = query.where(sql<boolean>`id = any(array(${ofTargets}))`)
  }
  return query
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

/** One numbered page, newest first. */
export async function listActions(
  db: Db,
  { page, limit, ...filter }: ActionFilter & Page,
): Promise<Action[]> {
  const chosen = (await filtered(db, filter))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await db
    .selectFrom(chosen.as('action'))
    .leftJoin('users as admin', (join) =>
      // Cast the actor instead of the id, so that the primary key is used.
      join.on(sql<boolean>`admin.id = case when actor like '%-%-%' then actor::uuid end`),
    )
    .leftJoin('products', 'products.id', 'target')
    .leftJoin('users as account', 'account.id', 'target')
    .leftJoin('orders', 'orders.id', 'target')
    .leftJoin('reviews', 'reviews.id', 'target')
    .leftJoin('contact_messages as message', 'message.id', 'target')
    .selectAll('action')
    .select(['admin.email as by'])
    .select(
      sql<string | null>`coalesce(products.name, account.email, reviews.title, message.email)`.as(
        'name',
      ),
    )
    .select('orders.name as ordered')
    .orderBy('action.id', 'desc')
    .execute()
  return rows.map(
    ({ id, created_at, actor, by, action, target, name, ordered, before, after }) => ({
      _id: String(id),
      at: created_at.toISOString(),
      by: by ?? withoutAccount[actor] ?? actor,
      action,
      target,
      // The code distinguishes orders of the same product.
      name: ordered === null ? name : `${ordered}, order ${shortId(target)}`,
      changes: changesOf(before, after),
      reason: typeof after['reason'] === 'string' ? after['reason'] : null,
    }),
  )
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

/** The columns of products that hold cents. */
const amounts = new Set<string>(
  allFields
    .filter((name) => productFields[name].stored === 'cents')
    .map((name) => productFields[name].column),
)

function textOf(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (amounts.has(field)) return dollars(toDollars(Number(value)))
  if (field === productFields.breaks.column && Array.isArray(value)) {
    return writeLadder(toRungs(value))
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The number of matching actions, limited for a search. */
export async function countActions(db: Db, filter: ActionFilter) {
  const isSearch = Boolean(filter.by || filter.q)
  const count = await countMatches(db, (await filtered(db, filter)).select('id'), isSearch)
  return { count, isCapped: isSearch && count > matchesMax }
}
