import { contact } from '#contract/contact.ts'
import { call } from '#web/lib/api/api.ts'
import { ApiError, sentenceFor } from '#web/lib/http/problems.ts'
import type { ContactMessage } from './contact-message.ts'

/** What came of sending: it is on its way, fields are wrong, or it failed and this sentence says why. */
export type Sent =
  | { to: 'shop' }
  | { to: 'nobody'; errors: Partial<Record<string, string>>; failure?: string }

export async function sendMessage(message: ContactMessage): Promise<Sent> {
  const { data, error } = contact.send.body.safeParse(message)
  if (error) {
    return nobody(error.issues.map((issue) => ({ ...issue, field: issue.path.join('.') })))
  }
  try {
    await call(contact.send, { body: data })
    return { to: 'shop' }
  } catch (failure) {
    const errors = failure instanceof ApiError ? (failure.problem.errors ?? []) : []
    return { ...nobody(errors), failure: sentenceFor(failure) }
  }
}

const nobody = (errors: readonly { field: string; message: string }[]) => ({
  to: 'nobody' as const,
  errors: Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message])),
})
