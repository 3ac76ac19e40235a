import type { Transaction } from 'kysely'
import type { PageQuery } from '#contract/fields.ts'
import type { NewReview, Review } from '#contract/reviews.ts'
import type { User } from '../../access.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { containing } from '../../db/search.ts'

/** Newest first. */
export function listReviews(
  db: Db,
  { after, limit, q }: Pick<PageQuery, 'after' | 'q'> & { limit: number },
): Promise<Review[]> {
  let query = db
    .selectFrom('reviews')
    .select(['id as _id', 'name', 'rating', 'title', 'description'])
    .orderBy('id', 'desc')
    .limit(limit)
  if (after) query = query.where('id', '<', after)
  if (q) query = query.where((where) => containing(where, ['name', 'title', 'description'], q))
  return query.execute()
}

/** Adds a review under the account's own name; the same words by the same account are refused. */
export async function addReview(
  trx: Transaction<Schema>,
  { title, rating, description }: NewReview,
  user: User,
): Promise<{ insertedId: string }> {
  const { id } = await trx
    .insertInto('reviews')
    .values({ user_id: user.id, name: user.name || 'Customer', title, rating, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { insertedId: id }
}
