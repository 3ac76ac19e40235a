import type { Draft } from '#web/lib/forms/drafts.ts'

/** The values of a form or of the record that it changes. */
export type Texts = Readonly<Record<string, unknown>>

/** A field that somebody else has saved since a draft was begun. */
export interface Overtaken {
  field: string
  /** As it is stored now. */
  now: string
}

/** A value as an input shows it. */
export const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''

/** Whether a draft has another text for a field than the form without it. */
export const differsFrom = (draft: Draft, shown: Texts, field: string) =>
  draft[field] !== undefined && draft[field] !== asText(shown[field])

/**
 * The typed fields that were saved with another value meanwhile: `before` is what the form showed when the typing began, `now`
 * what is stored.
 */
export const overtakenFields = (
  typed: readonly string[],
  draft: Draft,
  before: Texts | undefined,
  now: Texts | undefined,
): Overtaken[] =>
  before && now
    ? typed
        .filter((field) => asText(before[field]) !== asText(now[field]))
        .filter((field) => differsFrom(draft, now, field))
        .map((field) => ({ field, now: asText(now[field]) }))
    : []
