import { reconnect, useIsReachable } from '#web/lib/http/connection.ts'
import { FailedState } from '#web/ui/feedback/states.tsx'

/** Stands in for a page that broke. Loading it anew also fetches a newer version of the shop. */
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
  // Reloading without the network would leave the shop for the browser's own page.
  if (await reconnect()) globalThis.location.reload()
}
