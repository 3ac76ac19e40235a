import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'

/** A secret is typed again. */
type Keepable<Values extends FieldValues> = Exclude<Path<Values>, 'password'>

/**
 * Keeps what is typed into some fields of a form, so that a reload does not lose it, until the
 * returned function is called because it was sent. `beside`: what is kept as long as something is.
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
      // Safe: the fields that are kept hold text.
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
 * The same for a form that changes what is there: a draft of before is said to be one and can be
 * discarded, and what the form showed when it was begun stays known, so that the change of somebody
 * else since then is not overwritten unseen.
 */
export function useEditDraft<Values extends FieldValues, Parsed, Shown extends object>(
  name: string,
  form: UseFormReturn<Values, unknown, Parsed>,
  fields: readonly Keepable<Values>[],
  current: Shown,
) {
  const [draft] = useState(() => readDraft(name))
  const [isFromBefore, setIsFromBefore] = useState(fields.some((field) => draft[field]))
  const [seen, setSeen] = useState(() => shownIn<Shown>(draft['seen']) ?? current)
  const beside = useRef({ seen: JSON.stringify(seen) })
  const forget = useDraft(name, form, fields, beside)

  function see(shown: Shown) {
    beside.current = { seen: JSON.stringify(shown) }
    setSeen(shown)
  }

  return {
    isFromBefore,
    /** What the form showed when its changes were begun. */
    seen,
    /** To be told of what is there now, once that was shown. */
    see,
    /** To be called when the changes were sent, or discarded. */
    forget() {
      forget()
      setIsFromBefore(false)
    },
  }
}

function shownIn<Shown>(text: string | undefined): Shown | undefined {
  // Safe: only this form has written it, in this tab.
  return text === undefined ? undefined : (JSON.parse(text) as Shown)
}
