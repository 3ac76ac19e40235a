import type { SelectQueryBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import { matchesMax } from '#contract/shared/fields.ts'
import type { PageQuery, RowCount } from '#contract/shared/fields.ts'
import { messages } from '#contract/reviews.ts'
import type { ManagedFilter, ManagedReview, NewReview, Review } from '#contract/reviews.ts'
import type { User } from '../../http/access.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import type { Schema } from '../../db/schema.ts'
import { matching } from '../../db/bounded-search.ts'
import { countMatches } from '../../db/count-matches.ts'
import { nameOrder, textSearch } from '../../db/search.ts'
import { AppError } from '../../errors/errors.ts'

type Listed = Page & Pick<PageQuery, 'q'>

const shownColumns = [
  'id as _id',
  'name',
  'rating',
  'title',
  'description',
  'product_id',
  'is_verified',
] as const

interface ShownRow {
  product_id: string | null
  is_verified: boolean
  product_name: string | null
}

/** Newest first. */
function selectReviews(db: Db, { after, limit, skip = 0 }: Listed) {
  let query = db
    .selectFrom('reviews')
    .select(shownColumns)
    .select(productName.as('product_name'))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(skip)
  return after ? query.where('id', '<', after) : query
}

function searched<Row>(
  query: SelectQueryBuilder<Schema, 'reviews', Row>,
  q: string | undefined,
  bounds: { walkedFor?: number; most?: number | undefined },
): SelectQueryBuilder<Schema, 'reviews', Row> {
  if (!q) return query
  const search = textSearch(['name', 'title', 'description'], q)
  return matching(query, search, { table: 'reviews', ...bounds })
}

const walkedFor = ({ skip = 0, limit }: Listed) => skip + limit

// A subquery instead of a join, so that columns of reviews stay unambiguous.
const productName = sql<string | null>`(select name from products where id = reviews.product_id)`

const toReview = <Row extends ShownRow>({
  product_id,
  product_name,
  is_verified,
  ...row
}: Row) => ({
  ...row,
  ...(product_id !== null && { product: { _id: product_id, name: String(product_name) } }),
  ...(is_verified && { verified: true as const }),
})

interface Shown extends Listed {
  product?: string | undefined
  by?: 'confirmed' | undefined
}

// A subquery for each row: with `exists` the plan would read all accounts first.
const isByConfirmed = sql<boolean>`(is_verified
  or (select email_verified from users where users.id = reviews.user_id))`

/** Visible reviews, of all products or of one. */
export async function listReviews(db: Db, { product, by, ...page }: Shown): Promise<Review[]> {
  let query = selectReviews(db, page).where('hidden_at', 'is', null)
  if (product) query = query.where('product_id', '=', product)
  const all = searched(query, page.q, { walkedFor: walkedFor(page) })
  if (!by) return (await all.execute()).map(toReview)
  // Reviews that anybody can write at once do not displace those of buyers and of confirmed accounts.
  const first = await all.where(isByConfirmed).execute()
  const isNone = first.length === 0 && !page.after && !page.skip
  return (isNone ? await all.execute() : first).map(toReview)
}

/** All reviews with their authors, or those that wait for approval, for admins. */
export async function listManagedReviews(
  db: Db,
  { tab, ...page }: Listed & ManagedFilter,
): Promise<ManagedReview[]> {
  const chosen = inTab(selectReviews(db, page), tab)
  const rows = await searched(chosen, page.q, { walkedFor: walkedFor(page) })
    .select(['created_at', 'hidden_at', 'waiting_since'])
    .select(sql<string>`(select email from users where id = reviews.user_id)`.as('email'))
    .execute()
  return rows.map(({ created_at, hidden_at, waiting_since, ...row }) => ({
    ...toReview(row),
    createdAt: created_at.toISOString(),
    hidden: hidden_at !== null,
    ...(waiting_since !== null && { waiting: true as const }),
  }))
}

/** The number of these reviews. */
export async function countManagedReviews(db: Db, { q, tab }: ManagedFilter): Promise<RowCount> {
  const chosen = inTab(db.selectFrom('reviews').select('id'), tab)
  // Which of the matches wait is known after they are read.
  const most = tab ? undefined : matchesMax + 1
  const count = await countMatches(db, searched(chosen, q, { most }), Boolean(q))
  return { count, isCapped: Boolean(q) && count > matchesMax }
}

const inTab = <Row>(
  query: SelectQueryBuilder<Schema, 'reviews', Row>,
  tab: ManagedFilter['tab'],
): SelectQueryBuilder<Schema, 'reviews', Row> =>
  tab === 'waiting' ? query.where('waiting_since', 'is not', null) : query

interface Writing {
  user: User
  /** Whether an admin looks at reviews before they are shown. */
  needsApproval: boolean
}

/**
 * Stores a review under the name of the account. An account has one review of each product, and without a
 * confirmed address one in all: another one changes it. Refuses the text of another review of the account.
 * The orders decide whether the author has bought the product.
 */
export async function writeReview(
  trx: Transaction<Schema>,
  { title, rating, description, product }: NewReview,
  { user, needsApproval }: Writing,
): Promise<{ insertedId: string }> {
  const about = product
    ? await findReviewedProduct(trx, product, user)
    : { product_id: null, is_verified: false }
  const waiting = needsApproval && { hidden_at: now, waiting_since: now }
  const name = user.name || 'Customer'
  const written = { name, title, rating, description, ...about, ...waiting }
  const [changed, ...older] = await findReplaced(trx, { product: about.product_id, user })
  if (!changed) {
    const { id } = await trx
      .insertInto('reviews')
      .values({ user_id: user.id, ...written })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { insertedId: id }
  }
  await trx.updateTable('reviews').set(written).where('id', '=', changed).execute()
  if (older.length > 0) {
    await trx
      .updateTable('reviews')
      .set({ hidden_at: now, waiting_since: null })
      .where('id', 'in', older)
      .where('hidden_at', 'is', null)
      .execute()
  }
  return { insertedId: changed }
}

const now = sql<Date>`now()`

/**
 * The reviews of the account that another one replaces, the newest first: more than one only if the previous
 * version stored them. The account is locked, so that simultaneous reviews find each other.
 */
async function findReplaced(
  trx: Transaction<Schema>,
  { product, user }: { product: string | null; user: User },
): Promise<string[]> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  let own = trx.selectFrom('reviews').select('id').where('user_id', '=', user.id)
  if (user.isVerified) {
    if (product === null) return []
    own = own.where('product_id', '=', product)
  }
  const rows = await own.orderBy('id', 'desc').execute()
  return rows.map(({ id }) => id)
}

/** The reviewed product. A buyer may also review an archived one. */
async function findReviewedProduct(trx: Transaction<Schema>, product: string, user: User) {
  const found = await trx
    .selectFrom('products')
    .select((row) => [
      'archived_at',
      row.exists(boughtProducts(trx, user).where('product_id', '=', product)).as('is_bought'),
    ])
    .where('id', '=', product)
    .executeTakeFirst()
  if (found && (found.is_bought || !found.archived_at)) {
    return { product_id: product, is_verified: Boolean(found.is_bought) }
  }
  // Not 404: on this call clients take it for the end of their session.
  const errors = [{ field: 'product', message: messages.productUnknown }]
  throw new AppError('invalid', { errors })
}

const boughtProducts = (db: Db, { id }: User) =>
  db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_id', 'orders.id')
    .select('product_id')
    .where('user_id', '=', id)
    .where('paid', '=', true)
    .where('deleted_at', 'is', null)

const boughtMax = 200

/** The products that a user has paid for, by name. */
export const listBought = (db: Db, user: User) =>
  db
    .selectFrom('products')
    .select(['id as _id', 'name'])
    .where('id', 'in', boughtProducts(db, user))
    .orderBy(sql.raw(nameOrder()))
    .limit(boughtMax)
    .execute()

/** Hides a review or shows it, which decides on one that waits; undefined if it does not exist. */
export function setHidden(db: Db, actor: Actor, { id, hide }: { id: string; hide: boolean }) {
  return db.transaction().execute(async (trx) => {
    const review = await trx
      .selectFrom('reviews')
      .select(['hidden_at', 'waiting_since'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!review) return undefined
    const { waiting_since: waits, ...before } = review
    if (!waits && (before.hidden_at !== null) === hide) return 0
    const after = await trx
      .updateTable('reviews')
      .set({ hidden_at: hide ? now : null, waiting_since: null })
      .where('id', '=', id)
      .returning('hidden_at')
      .executeTakeFirstOrThrow()
    await recordAdminAction(trx, actor, {
      action: hide ? 'hide-review' : 'show-review',
      target: id,
      before,
      after,
    })
    return 1
  })
}
