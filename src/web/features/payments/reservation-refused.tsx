import { CircleAlert, RotateCcw } from 'lucide-react'
import { ReservationHelp } from '#web/domain/orders/reservation-help.tsx'
import { type ApiError, sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type ReservationRefusedProps = {
  error: ApiError
  onRetry: () => void
}

/** Why the units of an expired reservation cannot be reserved again yet. */
export function ReservationRefused({ error, onRetry }: ReservationRefusedProps) {
  return (
    <Notice tone="danger" icon={CircleAlert} role="alert">
      {sentenceFor(error)} Nothing was charged.
      <ReservationHelp error={error}>
        <Button size="small" icon={RotateCcw} onClick={onRetry}>
          Try again
        </Button>
      </ReservationHelp>
    </Notice>
  )
}
