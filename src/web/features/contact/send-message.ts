import { contact } from '#contract/contact.ts'
import { call } from '#web/lib/api/api.ts'
import { ApiError, sentenceFor } from '#web/lib/http/problems.ts'
import type { ContactMessage } from './contact-message.ts'

/** Result of sending: accepted, rejected by field, or failed with a message. */
export type Sent =
  | { accepted: true }
  | { accepted: false; errors: Partial<Record<string, string>>; failure?: string }

export async function sendMessage(message: ContactMessage): Promise<Sent> {
  const { data, error } = contact.send.body.safeParse(message)
  if (error) {
    return rejected(error.issues.map((issue) => ({ ...issue, field: issue.path.join('.') })))
  }
  try {
    await call(contact.send, { body: data })
    return { accepted: true }
  } catch (failure) {
    const errors = failure instanceof ApiError ? (failure.problem.errors ?? []) : []
    return { ...rejected(errors), failure: sentenceFor(failure) }
  }
}

const rejected = (errors: readonly { field: string; message: string }[]) => ({
  accepted: false as const,
  errors: Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message])),
})
