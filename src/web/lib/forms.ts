import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, sentenceFor } from '#web/lib/problems.ts'

/** Puts what a call has refused beside the fields it names, and anything else under the form. */
export function showProblem<Values extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
) {
  const values = getValues()
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : []
  const named = errors.filter(({ field }) => field in values)
  for (const [index, { field, message }] of named.entries()) {
    // Safe: it is one of the form's own fields.
    setError(field as Path<Values>, { message }, { shouldFocus: index === 0 })
  }
  if (named.length === 0) setError('root', { message: sentenceFor(error) })
}
