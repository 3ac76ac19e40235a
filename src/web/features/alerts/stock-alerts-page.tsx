import { useMutation } from '@tanstack/react-query'
import { alerts } from '#contract/alerts.ts'
import { call } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useSearchParams } from '#web/lib/router/router-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'

/**
 * Target of the unsubscribe link of back-in-stock mails: `?end=` with a token. Requires a click,
 * since mail scanners follow links too.
 */
export function StockAlertsPage() {
  const [search] = useSearchParams()
  const token = search.get('end') ?? ''
  const { isSuccess, error, mutateAsync } = useMutation({
    mutationFn: () => call(alerts.end, { body: { token } }),
  })
  return (
    <div className="wrap page">
      <title>Back-in-stock alerts-Auto Parts</title>
      <meta name="robots" content="noindex" />
      <div className="panel panel--narrow stack">
        <h1>{isSuccess ? 'Stock alerts' : 'Stop stock alerts?'}</h1>
        <output className="stack">
          <p>
            {isSuccess
              ? 'Your alerts have ended. We won’t email you about parts that are back in stock.'
              : 'This ends all back-in-stock alerts of your account. Emails about your orders are not affected.'}
          </p>
        </output>
        {error && (
          <ErrorLine>
            {isProblem(error, 'invalid')
              ? 'This link is not complete. Nothing was changed.'
              : `${sentenceFor(error)} Nothing was changed.`}
          </ErrorLine>
        )}
        {isSuccess ? (
          <ButtonLink to={pathTo.home} variant="primary">
            Go to the shop
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={() => mutateAsync().catch(() => {})}>
            Stop all alerts
          </Button>
        )}
      </div>
    </div>
  )
}
