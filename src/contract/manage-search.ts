import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { IdParams, NumberedPage, PageQuery, RowCount, text } from './shared/fields.ts'

/** The most terms of one group of synonyms, and the most groups of a shop. */
export const synonymsMax = { terms: 20, groups: 2_000 } as const

const termRules = { min: 2, max: 40, tooShort: 'A term needs at least 2 characters' } as const

export const messages = {
  fewTerms: 'Write at least two terms that mean the same',
  manyTerms: `At most ${synonymsMax.terms} terms`,
  noLetters: 'A term needs a letter or a digit',
  manyGroups: `At most ${synonymsMax.groups} groups of synonyms`,
} as const

const Term = text('A term is Required', termRules).check(
  z.toLowerCase(),
  z.regex(/[\p{Alphabetic}\p{Nd}]/u, messages.noLetters),
)

/** Terms that a search takes for one another. */
const Terms = z.array(Term).check(
  z.maxLength(synonymsMax.terms, messages.manyTerms),
  z.refine((terms) => new Set(terms).size >= 2, messages.fewTerms),
)

export const SynonymGroup = z.object({
  _id: z.string(),
  terms: z.array(z.string()),
  /** Whether the group ships with the shop. */
  isOfTrade: z.boolean(),
  /** The kind of products that these terms mean; without it they mean each other. */
  kind: z.nullable(z.string()),
})
export type SynonymGroup = z.output<typeof SynonymGroup>

export const NewSynonyms = z.object({ terms: Terms })
const ChangedSynonyms = z.object({
  terms: Terms,
  /** The terms that the admin saw, so that a change of another admin is not overwritten unseen. */
  seen: z.array(z.string()).check(z.maxLength(synonymsMax.terms)),
})

export const MissedSearch = z.object({
  _id: z.string(),
  text: z.string(),
  /** How often in the last 90 days. */
  count: z.int(),
  lastAt: z.string(),
})
export type MissedSearch = z.output<typeof MissedSearch>

const Modified = z.object({ modifiedCount: z.number() })

/** Calls for admins that the specification does not have: what the search knows, and what it did not find. */
export const manageSearch = {
  synonyms: endpoint({
    method: 'GET',
    path: '/manage/synonyms',
    access: 'admin',
    summary: 'Synonyms, all or matching a search, by numbered page',
    query: z.extend(NumberedPage, { q: PageQuery.shape.q }),
    response: z.array(SynonymGroup),
  }),
  count: endpoint({
    method: 'GET',
    path: '/manage/synonyms/count',
    access: 'admin',
    summary: 'Number of groups of synonyms, all or matching a search',
    query: z.object({ q: PageQuery.shape.q }),
    response: RowCount,
  }),
  add: endpoint({
    method: 'POST',
    path: '/manage/synonyms',
    access: 'admin',
    summary: 'Add a group of synonyms',
    body: NewSynonyms,
    response: z.object({ insertedId: z.string() }),
    idempotent: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/synonyms/{id}',
    access: 'admin',
    summary: 'Change a group of synonyms, unless another admin has changed it',
    params: IdParams,
    body: ChangedSynonyms,
    response: Modified,
    problems: ['not-found', 'changed-meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/manage/synonyms/{id}',
    access: 'admin',
    summary: 'Remove a group of synonyms',
    params: IdParams,
    response: z.object({ deletedCount: z.number() }),
    problems: ['not-found'],
  }),
  missed: endpoint({
    method: 'GET',
    path: '/manage/missed-searches',
    access: 'admin',
    summary: 'Searches of the last 90 days that found nothing, the most frequent first',
    response: z.array(MissedSearch),
  }),
}
