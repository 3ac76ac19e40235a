import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ReservationHelp } from './reservation-help.tsx'

/** Why an order was not placed. */
export interface Refusal {
  problem: string
  /** The problem of the buyer's own order number. */
  ofReference?: string | undefined
  /** Whether the account has too many unpaid orders. */
  isLimited?: boolean
}

type RefusalNoticeProps = {
  refusal: Refusal | undefined
}

/** Why an order was refused, unless the field of the buyer's own order number says it. */
export function RefusalNotice({ refusal }: RefusalNoticeProps) {
  if (!refusal || refusal.ofReference) return undefined
  return <Shown key={refusal.problem} refusal={refusal} />
}

/** Scrolled into view: the pressed button is below it. */
function Shown({ refusal: { problem, isLimited } }: { refusal: Refusal }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Not returned: newer browsers answer with a promise, which is not a cleanup.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Notice tone="danger" icon={CircleAlert} role="alert" ref={notice}>
      {problem}
      {isLimited && <ReservationHelp />}
    </Notice>
  )
}
