import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'

let isAsking = false

/** Asks for the newsletter and tells what comes of it. A second press meanwhile changes nothing. */
export async function subscribe(form: HTMLFormElement, tell: (sentence: string) => void) {
  if (isAsking) return
  const { data, error } = newsletter.subscribe.body.safeParse({
    email: form.querySelector('input')?.value,
  })
  if (error) {
    tell(`${error.issues[0]?.message}. Nothing was sent.`)
    return
  }
  isAsking = true
  tell('Sending…')
  try {
    await call(newsletter.subscribe, { body: data })
    tell(
      `We mail a link to ${data.email}, at most once an hour. Nothing comes before you confirm it there.`,
    )
  } catch (failure) {
    tell(`${sentenceFor(failure)} Nothing was sent.`)
  } finally {
    isAsking = false
  }
}
