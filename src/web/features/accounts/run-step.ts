import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { AuthError } from '#web/lib/session/identity/auth-error.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'

/** User-visible message for a failed sign-in or sign-up step. */
export const signInErrorText = (error: unknown) =>
  error instanceof AuthError ? error.message : sentenceFor(error)

/**
 * Runs a sign-in or sign-up step and shows its error below the form, or at the email address that the provider refuses;
 * the fields keep their values.
 */
export async function runStep<Values extends FieldValues>(
  { clearErrors, setError }: Pick<UseFormReturn<Values>, 'clearErrors' | 'setError'>,
  step: () => Promise<unknown>,
) {
  clearErrors('root')
  try {
    await step()
  } catch (error) {
    const isAboutEmail = error instanceof AuthError && error.code === 'auth/invalid-email'
    // Safe: only a form that has this field sends an address.
    const at = isAboutEmail ? ('email' as Path<Values>) : 'root'
    setError(at, { message: signInErrorText(error) }, { shouldFocus: true })
  }
}
