import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { messages, synonymsMax } from '#contract/manage-search.ts'
import type { SynonymGroup } from '#contract/manage-search.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { nameOrder } from '../../db/search.ts'
import { AppError } from '../../errors/errors.ts'

type Page = { page: number; limit: number }

const matching = (db: Db, q: string | undefined) =>
  db
    .selectFrom('search_synonyms')
    .where('removed_at', 'is', null)
    .$if(Boolean(q), (query) =>
      query.where(sql<boolean>`strpos(array_to_string(terms, ' '), ${q?.toLowerCase()}) > 0`),
    )

/** One numbered page of the groups that contain a text, in the order of their first terms. */
export async function listSynonyms(
  db: Db,
  { q, page, limit }: Page & { q?: string | undefined },
): Promise<SynonymGroup[]> {
  const rows = await matching(db, q)
    .select(['id', 'terms', 'trade_key', 'kind'])
    .orderBy(sql.raw(nameOrder('terms[1]')))
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(({ id, terms, trade_key: tradeKey, kind }) => ({
    _id: id,
    terms,
    isOfTrade: tradeKey !== null,
    kind,
  }))
}

/** The number of groups is limited, so that all are counted. */
export async function countSynonyms(db: Db, q: string | undefined) {
  const { count } = await matching(db, q)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count, isCapped: false }
}

interface Terms {
  id: string
  before: readonly string[]
  after: readonly string[]
}

const recordTerms = (
  trx: Transaction<Schema>,
  actor: Actor,
  action: 'add-synonyms' | 'change-synonyms' | 'remove-synonyms',
  { id, before, after }: Terms,
) =>
  recordChange(trx, actor, {
    action,
    object: { id },
    name: after[0] ?? before[0],
    before: before.length > 0 ? { terms: before } : {},
    after: after.length > 0 ? { terms: after } : {},
  })

const once = (terms: readonly string[]) => [...new Set(terms)]

export async function addSynonyms(
  trx: Transaction<Schema>,
  actor: Actor,
  terms: readonly string[],
) {
  const after = once(terms)
  // Without the lock, simultaneous calls would exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtext('synonyms'))`.execute(trx)
  const { groups } = await trx
    .selectFrom('search_synonyms')
    .where('removed_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('groups'))
    .executeTakeFirstOrThrow()
  if (groups >= synonymsMax.groups) {
    throw new AppError('invalid', { errors: [{ field: 'terms', message: messages.manyGroups }] })
  }
  const { id } = await trx
    .insertInto('search_synonyms')
    .values({ terms: after })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordTerms(trx, actor, 'add-synonyms', { id, before: [], after })
  return { insertedId: id }
}

/** Changes a group, unless its terms are others than the admin saw. Returns the number of changed groups. */
export const changeSynonyms = (
  db: Db,
  actor: Actor,
  { id, terms, seen }: { id: string; terms: readonly string[]; seen: readonly string[] },
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const before = await lockedTerms(trx, id)
    const after = once(terms)
    if (isSame(before, after)) return 0
    if (!isSame(before, seen)) {
      const message = `Another admin has changed this to “${before.join(', ')}”. Save again to replace it`
      throw new AppError('changed-meanwhile', { errors: [{ field: 'terms', message }] })
    }
    await trx
      .updateTable('search_synonyms')
      .set({ terms: after, changed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await recordTerms(trx, actor, 'change-synonyms', { id, before, after })
    return 1
  })

export const removeSynonyms = (db: Db, actor: Actor, id: string): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const before = await lockedTerms(trx, id)
    await trx
      .updateTable('search_synonyms')
      .set({ removed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await recordTerms(trx, actor, 'remove-synonyms', { id, before, after: [] })
    return 1
  })

async function lockedTerms(trx: Transaction<Schema>, id: string): Promise<string[]> {
  const row = await trx
    .selectFrom('search_synonyms')
    .select('terms')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return row.terms
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((term, at) => term === others[at])
