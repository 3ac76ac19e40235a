import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'

let isSending = false

/**
 * Requests a subscription and reports the result. Ignores further calls while one is in progress.
 */
export async function subscribe(form: HTMLFormElement, tell: (sentence: string) => void) {
  if (isSending) return
  const { data, error } = newsletter.subscribe.body.safeParse({
    email: form.querySelector('input')?.value,
  })
  if (error) {
    tell(`${error.issues[0]?.message}. Nothing was sent.`)
    return
  }
  isSending = true
  tell('Sending…')
  try {
    await call(newsletter.subscribe, { body: data })
    tell(`Check your inbox: we email a confirmation link to ${data.email}, at most once an hour.`)
  } catch (failure) {
    tell(`${sentenceFor(failure)} Nothing was sent.`)
  } finally {
    isSending = false
  }
}
