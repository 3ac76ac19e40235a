import { reconnect, useIsReachable } from '#web/lib/http/connection.ts'
import { FailedState } from '#web/ui/feedback/states.tsx'

/** Error boundary page. Its retry reloads the page, which also fetches a newer release. */
export function ErrorPage() {
  const isReachable = useIsReachable()

  return (
    <div className="wrap page">
      <title>Something went wrong-Auto Parts</title>
      <FailedState heading="h1" title="This page could not be shown" onRetry={retry}>
        {isReachable
          ? 'Something went wrong on our side. Nothing was changed.'
          : 'The shop cannot be reached. Nothing was changed.'}
      </FailedState>
    </div>
  )
}

async function retry() {
  // A reload while offline would show the browser's own error page.
  if (await reconnect()) globalThis.location.reload()
}
