import { sql } from 'kysely'
import type { SelectQueryBuilder } from 'kysely'
import { Id, matchesMax } from '#contract/shared/fields.ts'
import type {
  ManagedProduct,
  ProductCounts,
  ProductFilter,
} from '#contract/products/manage-products.ts'
import type { ProductSort, ProductTab } from '#contract/products/manage-products.ts'
import { countMatches } from '../../db/count-matches.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { matching } from '../../db/bounded-search.ts'
import { anyOf, nameOrder, productSearch } from '../../db/search.ts'
import { partNumberSearch } from '../search/part-number-search.ts'
import { coversSmallestOrder } from './order-rules.ts'
import { columns, toProduct } from './product-rows.ts'
import type { ProductRow } from './product-rows.ts'

const managedColumns = [...columns, 'archived_at'] as const

const toManaged = (row: ProductRow & { archived_at: Date | null }): ManagedProduct => ({
  ...toProduct(row),
  archivedAt: row.archived_at?.toISOString() ?? null,
})

const sortedBy = {
  added: sql`id`,
  name: sql.raw(nameOrder()),
  price: sql`price_cents`,
  stock: sql`quantity`,
} as const satisfies Record<ProductSort, unknown>

type Page = { page: number; limit: number }

/** One numbered page. The id as last sort key keeps a product from appearing on two pages. */
export async function listManagedProducts(
  db: Db,
  { page, limit, sort = 'added', direction = 'desc', ...filter }: ProductFilter & Page,
): Promise<ManagedProduct[]> {
  const sorted = <Row>(query: SelectQueryBuilder<Schema, 'products', Row>) =>
    (sort === 'added' ? query : query.orderBy(sortedBy[sort], direction)).orderBy('id', direction)
  // Sorting and skipping read ids only; descriptions are read for the requested page alone.
  const isIndexed = isSortedByIndex(filter.tab, sort)
  const shown = searched(sorted(filtered(db.selectFrom('products').select('id'), filter)), filter, {
    walkedFor: isIndexed ? page * limit : undefined,
  })
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await sorted(
    db.selectFrom('products').select(managedColumns).where('id', 'in', shown),
  ).execute()
  return rows.map(toManaged)
}

/** The number of products in each list, of all or of those that match a search. */
export async function countProducts(db: Db, q: string | undefined): Promise<ProductCounts> {
  const count = (tab: ProductTab) => {
    const all = filtered(db.selectFrom('products').select('id'), { tab, q })
    // Only reading the matches shows which of them are short.
    const most = tab === 'short' ? undefined : matchesMax + 1
    return countMatches(db, searched(all, { tab, q }, { most }), Boolean(q))
  }
  const counts = {
    live: await count('live'),
    short: await count('short'),
    archived: await count('archived'),
  }
  return { counts, isCapped: Boolean(q) && Math.max(...Object.values(counts)) > matchesMax }
}

export async function findManagedProduct(db: Db, id: string): Promise<ManagedProduct | undefined> {
  const row = await db
    .selectFrom('products')
    .select(managedColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toManaged(row)
}

type Products<Row> = SelectQueryBuilder<Schema, 'products', Row>
type Filter = Pick<ProductFilter, 'tab' | 'q'>

/** Whether an index has the products of a list in an order. */
const isSortedByIndex = (tab: ProductTab = 'live', sort: ProductSort) =>
  (tab === 'live' && sort !== 'stock') || (tab === 'archived' && sort === 'added')

const isId = (q: string) => Id.safeParse(q).success

/** The products of a list, and of these the one with the searched id. */
function filtered<Row>(query: Products<Row>, { tab = 'live', q }: Filter): Products<Row> {
  let chosen = query.where('archived_at', tab === 'archived' ? 'is not' : 'is', null)
  if (tab === 'short') chosen = chosen.where(sql<boolean>`not ${sql.raw(coversSmallestOrder)}`)
  return q && isId(q) ? chosen.where('id', '=', q.toLowerCase()) : chosen
}

/** The products of a list that match a search by name, description or part number. */
function searched<Row>(
  query: Products<Row>,
  { tab, q }: Filter,
  bounds: { walkedFor?: number | undefined; most?: number | undefined },
): Products<Row> {
  if (!q || isId(q)) return query
  const search = anyOf([productSearch(['name', 'description'], q), partNumberSearch(q)])
  const live = tab === 'archived' ? sql`archived_at is not null` : sql`archived_at is null`
  return matching(query, search, { table: 'products', live, ...bounds })
}
