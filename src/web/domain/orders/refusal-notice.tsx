import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ApiError } from '#web/lib/http/problems.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ReservationHelp } from './reservation-help.tsx'

/** Why an order was not placed. */
export interface Refusal {
  problem: string
  /** The problem of the buyer's own order number. */
  ofReference?: string | undefined
  /** The refusal of a reservation that the account can do something about. */
  limited?: ApiError
}

type RefusalNoticeProps = {
  refusal: Refusal | undefined
  /** Takes over the number of units that can be reserved. */
  onTake?: ((units: number) => void) | undefined
}

/** Why an order was refused, unless the field of the buyer's own order number says it. */
export function RefusalNotice({ refusal, onTake }: RefusalNoticeProps) {
  if (!refusal || refusal.ofReference) return undefined
  return <Shown key={refusal.problem} refusal={refusal} onTake={onTake} />
}

/** Scrolled into view: the pressed button is below it. */
function Shown({
  refusal: { problem, limited },
  onTake,
}: RefusalNoticeProps & { refusal: Refusal }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Not returned: newer browsers answer with a promise, which is no cleanup.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Notice tone="danger" icon={CircleAlert} role="alert" ref={notice}>
      {problem}
      {limited && <ReservationHelp error={limited} onTake={onTake} />}
    </Notice>
  )
}
