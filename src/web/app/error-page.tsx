import { FailedState } from '#web/ui/states.tsx'

/** Stands in for a page that broke. Loading it anew also fetches a newer version of the shop. */
export function ErrorPage() {
  return (
    <div className="wrap page">
      <title>Something went wrong-Auto Parts</title>
      <FailedState
        heading="h1"
        title="This page could not be shown"
        onRetry={() => globalThis.location.reload()}
      >
        Something went wrong on our side. Nothing was changed.
      </FailedState>
    </div>
  )
}
