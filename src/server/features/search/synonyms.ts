import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { messages, synonymsMax } from '#contract/search/manage-search.ts'
import type { SynonymChange, SynonymGroup } from '#contract/search/manage-search.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
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
    .orderBy(sql`terms[1]`)
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

interface Change {
  id: string
  actor: Actor
  action: SynonymChange['action']
  before: readonly string[]
  after: readonly string[]
}

const recordChange = (trx: Transaction<Schema>, { id, actor, ...change }: Change) =>
  trx
    .insertInto('synonym_changes')
    .values({
      synonym_id: id,
      actor: actor.id,
      request_id: actor.requestId ?? null,
      action: change.action,
      before: [...change.before],
      after: [...change.after],
    })
    .execute()

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
  await recordChange(trx, { id, actor, action: 'added', before: [], after })
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
    await recordChange(trx, { id, actor, action: 'changed', before, after })
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
    await recordChange(trx, { id, actor, action: 'removed', before, after: [] })
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

const shownChanges = 50

/** The last changes, newest first. */
export async function listChanges(db: Db): Promise<SynonymChange[]> {
  const { rows } = await sql<Omit<SynonymChange, 'at'> & { at: Date }>`
    select synonym_changes.id::text as "_id", synonym_changes.created_at as at,
      coalesce(users.email, actor) as by, action, before, after
    from synonym_changes
    left join users on users.id = case when actor like '%-%-%' then actor::uuid end
    order by synonym_changes.id desc limit ${shownChanges}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
