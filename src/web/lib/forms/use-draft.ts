import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'

/** Secrets are never stored. */
type Keepable<Values extends FieldValues> = Exclude<Path<Values>, 'password'>

/**
 * Stores the given fields of a form as a draft that survives a reload. Call the returned function
 * after submitting. `beside`: values stored along with a draft.
 */
export function useDraft<Values extends FieldValues, Parsed>(
  name: string,
  { subscribe, setValue }: UseFormReturn<Values, unknown, Parsed>,
  fields: readonly Keepable<Values>[],
  beside?: RefObject<Readonly<Record<string, string>>>,
): () => void {
  useEffect(() => {
    const draft = readDraft(name)
    for (const field of fields) {
      const text = draft[field]
      // Safe: all draft fields contain text.
      if (text) setValue(field, text as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback({ values, dirtyFields }) {
        const changed: object = { ...dirtyFields }
        const typed = fields.filter((field) => field in changed)
        const draft = Object.fromEntries(typed.map((field) => [field, String(values[field])]))
        writeDraft(name, typed.length > 0 ? { ...draft, ...beside?.current } : {})
      },
    })
  }, [name, fields, subscribe, setValue, beside])

  return () => writeDraft(name, {})
}

/**
 * The same for an edit form: a restored draft is announced and can be discarded, and the version
 * that the edit began with is stored, so that a concurrent change is not overwritten unnoticed.
 */
export function useEditDraft<Values extends FieldValues, Parsed, Shown extends object>(
  name: string,
  form: UseFormReturn<Values, unknown, Parsed>,
  fields: readonly Keepable<Values>[],
  current: Shown,
) {
  const [draft] = useState(() => readDraft(name))
  const [isRestored, setIsFromBefore] = useState(fields.some((field) => draft[field]))
  const [seen, setSeen] = useState(() => shownIn<Shown>(draft['seen']) ?? current)
  const beside = useRef({ seen: JSON.stringify(seen) })
  const forget = useDraft(name, form, fields, beside)

  function see(shown: Shown) {
    beside.current = { seen: JSON.stringify(shown) }
    setSeen(shown)
  }

  return {
    isRestored,
    /** The expected version: the values that the form showed when the edit began. */
    seen,
    /** Sets the expected version after newer values were shown. */
    see,
    /** Call after submitting or discarding. */
    forget() {
      forget()
      setIsFromBefore(false)
    },
  }
}

function shownIn<Shown>(text: string | undefined): Shown | undefined {
  // Safe: only this form writes it.
  return text === undefined ? undefined : (JSON.parse(text) as Shown)
}
