import { useEffect, useState } from 'react'
import { reconnect, useIsReachable } from '#web/lib/http/connection.ts'
import { onChangeSent, sentChanges } from '#web/lib/http/sent-changes.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { unknownOutcome } from './unknown-outcome.ts'

/** Error boundary page. Its retry reloads the page, which also fetches a newer release; it repeats no press. */
export function ErrorPage() {
  const isReachable = useIsReachable()
  // Kept, since navigations forget changes. A press may break the page before its call is sent.
  const [outcome, setOutcome] = useState(() => unknownOutcome(sentChanges()))
  useEffect(() => onChangeSent(() => setOutcome(unknownOutcome(sentChanges()))), [])
  const reason = isReachable ? 'Something went wrong on our side.' : 'The shop cannot be reached.'

  return (
    <div className="wrap page">
      <title>Something went wrong-Auto Parts</title>
      <FailedState
        heading="h1"
        title="This page could not be shown"
        retryLabel={outcome && 'Reload page'}
        actions={outcome?.isInMyOrder && <MyOrderLink />}
        onRetry={retry}
      >
        {outcome ? `${reason} ${outcome.sentence}` : reason}
      </FailedState>
    </div>
  )
}

/** Loads a new document: what is left of a broken page may be broken, too. */
const MyOrderLink = () => (
  <a className={buttonClass({ variant: 'primary' })} href={pathTo.myOrders}>
    My Order
  </a>
)

async function retry() {
  // A reload while offline would show the browser's own error page.
  if (await reconnect()) globalThis.location.reload()
}
