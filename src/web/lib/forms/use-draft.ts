import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type Draft, readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import {
  asText,
  differsFrom,
  overtakenFields,
  type Overtaken,
  type Texts,
} from '#web/lib/forms/kept-text.ts'

/** Secrets are never stored. */
type Keepable<Values extends FieldValues> = Exclude<Path<Values>, 'password'>

type DraftForm<Values extends FieldValues, Parsed> = Pick<
  UseFormReturn<Values, unknown, Parsed>,
  'subscribe' | 'setValue' | 'getValues' | 'reset' | 'setFocus'
>

/** What a form says about a restored draft. */
export interface KeptDraft {
  /** Whether the form has text typed before a reload or a sign-in. */
  isRestored: boolean
  /** Fields of it that were saved with another value since the edit began. */
  overtaken: readonly Overtaken[]
  /** Shows what is stored instead. */
  discard: () => void
}

const nothingKept = { isRestored: false, overtaken: [] }

/**
 * Stores the given fields of a form as a draft, which survives a reload, a failed answer and the end of the session. Show `KeptText` above the
 * fields, and call `forget` after submitting.
 *
 * `current` is the record that a form changes. What it showed when the edit began is stored too, so that a change by
 * somebody else is not overwritten unnoticed.
 */
export function useDraft<Values extends FieldValues, Parsed, Shown extends object>(
  name: string,
  form: DraftForm<Values, Parsed>,
  fields: readonly Keepable<Values>[],
  current?: Shown,
) {
  const { subscribe, setValue, getValues, reset, setFocus } = form
  const [seen, setSeen] = useState(() => shownIn<Shown>(readDraft(name)) ?? current)
  const [kept, setKept] = useState<Pick<KeptDraft, 'isRestored' | 'overtaken'>>(nothingKept)
  const beside = useRef(seenText(seen))
  const shownFirst = useRef(current)

  useEffect(() => {
    const draft = readDraft(name)
    const texts = Object.fromEntries(fields.map((field) => [field, asText(getValues(field))]))
    const typed = fields.filter((field) => differsFrom(draft, texts, field))
    for (const field of typed) {
      setValue(field, valueOf(draft[field], getValues(field)), { shouldDirty: true })
    }
    if (typed.length > 0) {
      // Safe: the values of a record are text, numbers or flags.
      const before = shownIn<Texts>(draft)
      setKept({
        isRestored: true,
        overtaken: overtakenFields(typed, draft, before, shownFirst.current as Texts | undefined),
      })
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback({ values, dirtyFields }) {
        const changed: object = { ...dirtyFields }
        const dirty = fields.filter((field) => field in changed)
        const next = Object.fromEntries(dirty.map((field) => [field, asText(values[field])]))
        writeDraft(name, dirty.length > 0 ? { ...next, ...beside.current } : {})
      },
    })
  }, [name, fields, subscribe, setValue, getValues])

  function see(shown: Shown) {
    beside.current = seenText(shown)
    setSeen(shown)
  }

  function forget() {
    writeDraft(name, {})
    setKept(nothingKept)
  }

  return {
    ...kept,
    /** The expected version: the values that the form showed when the edit began. */
    seen,
    /** Sets the expected version after newer values were shown. */
    see,
    /** Call after submitting or discarding. */
    forget,
    discard() {
      reset(undefined, { keepFieldsRef: true })
      forget()
      if (current) see(current)
      // The button that was pressed is gone.
      const [first] = fields
      if (first) setFocus(first)
    },
  }
}

/** A flag of a checkbox is text in a draft. */
function valueOf<Value>(text: string | undefined, present: unknown) {
  // Safe: each field of a draft is a text or a flag.
  return (typeof present === 'boolean' ? text === 'true' : text) as Value
}

const seenText = (seen: object | undefined): Draft => (seen ? { seen: JSON.stringify(seen) } : {})

function shownIn<Shown>({ seen }: Draft): Shown | undefined {
  // Safe: only this form writes it.
  return seen === undefined ? undefined : (JSON.parse(seen) as Shown)
}
