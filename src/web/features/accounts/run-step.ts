import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { AuthError } from '#web/lib/session/identity/auth-error.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'

/** User-visible message for a failed sign-in or sign-up step. */
export const signInErrorText = (error: unknown) =>
  error instanceof AuthError ? error.message : sentenceFor(error)

/**
 * Runs a sign-in or sign-up step and shows its error below the form; the fields keep their values.
 */
export async function runStep<Values extends FieldValues>(
  { clearErrors, setError }: Pick<UseFormReturn<Values>, 'clearErrors' | 'setError'>,
  step: () => Promise<unknown>,
) {
  clearErrors('root')
  try {
    await step()
  } catch (error) {
    setError('root', { message: signInErrorText(error) })
  }
}
