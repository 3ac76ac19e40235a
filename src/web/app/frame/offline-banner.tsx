import { reconnect, useIsReachable } from '#web/lib/http/connection.ts'
import { Button } from '#web/ui/button.tsx'

/** Shown while the shop cannot be reached. */
export function OfflineBanner() {
  const isReachable = useIsReachable()
  return (
    <div className="banner" data-shown={!isReachable}>
      <output>
        {!isReachable && 'The shop cannot be reached. Nothing is lost: what you typed is kept.'}
      </output>
      {!isReachable && (
        <Button size="small" onClick={reconnect}>
          Reconnect
        </Button>
      )}
    </div>
  )
}
