import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { AuthError } from '#web/lib/session/identity/auth-error.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'

/** What a person is told when a step of signing in or up has failed. */
export const signInSentence = (error: unknown) =>
  error instanceof AuthError ? error.message : sentenceFor(error)

/** Runs a step of signing in or up. Its failure stands under the form; nothing typed is lost. */
export async function attempt<Values extends FieldValues>(
  { clearErrors, setError }: Pick<UseFormReturn<Values>, 'clearErrors' | 'setError'>,
  step: () => Promise<unknown>,
) {
  clearErrors('root')
  try {
    await step()
  } catch (error) {
    setError('root', { message: signInSentence(error) })
  }
}
