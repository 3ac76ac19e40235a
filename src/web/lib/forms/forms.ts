import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, sentenceFor } from '#web/lib/http/problems.ts'

/**
 * Shows validation errors of the API at their fields, and other errors below the form. `inForm`
 * maps API field names to form fields where they differ.
 */
export function showProblem<Values extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  inForm: Readonly<Record<string, Path<Values>>> = {},
) {
  const values = getValues()
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : []
  const named = errors
    .map(({ field, message }) => ({ field: inForm[field] ?? field, message }))
    .filter(({ field }) => field in values)
  for (const [index, { field, message }] of named.entries()) {
    // Safe: it is one of the form's own fields.
    setError(field as Path<Values>, { message }, { shouldFocus: index === 0 })
  }
  if (named.length === 0) setError('root', { message: sentenceFor(error) + keptAfter(error) })
}

/** A reader of “nothing could be sent” wonders about the text. */
const keptAfter = (error: unknown) =>
  error instanceof ApiError && error.status < 500 ? '' : ' What you typed is kept.'

/**
 * Shows what was saved, once the answer is there. What was typed after `sent` was read from the form
 * stays, as a change that is not saved. Returns whether there is none.
 */
export function showSaved<Values extends FieldValues, Parsed>(
  {
    getValues,
    reset,
    setValue,
  }: Pick<UseFormReturn<Values, unknown, Parsed>, 'getValues' | 'reset' | 'setValue'>,
  sent: Values,
  saved: DefaultValues<Values>,
): boolean {
  const typed = getValues()
  // Fields without an input of their own would be undefined otherwise.
  reset(saved, { keepFieldsRef: true })
  // Safe: the keys of a form's values are its fields.
  const changed = (Object.keys(typed) as Path<Values>[]).filter(
    (name) => typed[name] !== sent[name],
  )
  for (const name of changed) setValue(name, typed[name], { shouldDirty: true })
  return changed.length === 0
}
