import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'

/** A secret is typed again. */
type Keepable<Values extends FieldValues> = Exclude<Path<Values>, 'password'>

/**
 * Keeps what is typed into some fields of a form, so that a reload does not lose it, until the
 * returned function is called because it was sent.
 */
export function useDraft<Values extends FieldValues, Parsed>(
  name: string,
  { subscribe, setValue }: UseFormReturn<Values, unknown, Parsed>,
  fields: readonly Keepable<Values>[],
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
        writeDraft(name, Object.fromEntries(typed.map((field) => [field, String(values[field])])))
      },
    })
  }, [name, fields, subscribe, setValue])

  return () => writeDraft(name, {})
}
