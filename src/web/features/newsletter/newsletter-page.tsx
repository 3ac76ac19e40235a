import { useMutation } from '@tanstack/react-query'
import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/lib/api/api.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useSearchParams } from '#web/lib/router/router-view.tsx'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormNeedsScript } from '#web/ui/feedback/needs-script.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'

interface Answer {
  question: string
  explanation: string
  press: string
  done: string
  endpoint: typeof newsletter.confirm | typeof newsletter.unsubscribe
}

const confirmation: Answer = {
  question: 'Subscribe to our newsletter?',
  explanation: 'Confirm your subscription. You can unsubscribe at any time.',
  press: 'Confirm subscription',
  done: 'You’re subscribed to our newsletter.',
  endpoint: newsletter.confirm,
}

const ending: Answer = {
  question: 'Unsubscribe from our newsletter?',
  explanation: 'We’ll stop sending it and delete your address.',
  press: 'Unsubscribe',
  done: 'You’re unsubscribed, and we’ve deleted your address.',
  endpoint: newsletter.unsubscribe,
}

/**
 * Target of the links in newsletter mails: `?confirm=` or `?end=` with a token. Requires a click,
 * since mail scanners follow links too.
 */
export function NewsletterPage() {
  const [search] = useSearchParams()
  const confirming = search.get('confirm')
  const token = confirming ?? search.get('end') ?? ''
  const answer = confirming === null ? ending : confirmation
  const { isSuccess, error, mutateAsync } = useMutation({
    mutationFn: () => call(answer.endpoint, { body: { token } }),
  })
  return (
    <div className="wrap page">
      <title>Newsletter-Auto Parts</title>
      <meta name="robots" content="noindex" />
      <div className="panel panel--narrow stack">
        <h1>{isSuccess ? 'Newsletter' : answer.question}</h1>
        <FormNeedsScript />
        <output className="stack">
          {isSuccess ? <p>{answer.done}</p> : <p>{answer.explanation}</p>}
        </output>
        {error && (
          <ErrorLine>
            {isProblem(error, 'not-found', 'invalid')
              ? 'This link has expired or is incomplete. Nothing was changed.'
              : `${sentenceFor(error)} Nothing was changed.`}
          </ErrorLine>
        )}
        {isSuccess ? (
          <ButtonLink to={pathTo.home} variant="primary">
            Go to the shop
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={() => mutateAsync().catch(() => {})}>
            {answer.press}
          </Button>
        )}
      </div>
    </div>
  )
}
