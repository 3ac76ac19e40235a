import { CircleAlert } from 'lucide-react'
import { dollars } from '#contract/formats/formatting.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { Shown } from './place-once.ts'

type OpenOrderNoticeProps = {
  open: Shown
  onRepeat: () => unknown
}

/** Says that the outcome of an order is not known, and repeats it. */
export const OpenOrderNotice = ({ open: { goods, total }, onRepeat }: OpenOrderNoticeProps) => (
  <Notice tone="warn" icon={CircleAlert}>
    <p>
      We don’t know yet whether your order of {goods} for {dollars(total)} was placed: the answer
      was lost. If it went through, it is in <Link to={pathTo.myOrders}>My Order</Link>. Trying
      again won’t place it twice.
    </p>
    <Button size="small" onClick={onRepeat}>
      Try again
    </Button>
  </Notice>
)
