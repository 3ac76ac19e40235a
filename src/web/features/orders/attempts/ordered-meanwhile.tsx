import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { EarlierOrder } from '#contract/shared/problem-document.ts'
import { dollars, shortId, unitsText } from '#contract/formats/formatting.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type OrderedMeanwhileProps = {
  orders: readonly EarlierOrder[]
  /** What the buyer can do nevertheless. */
  action?: string
  /** The sum if the parts are ordered again. */
  total: number
  busy: boolean
  onOrderAgain: () => unknown
  /** The sentence before “Nothing was ordered again.” */
  children: ReactNode
}

/** Orders that have the parts already, maybe from another device. They are ordered again on request only. */
export function OrderedMeanwhile({
  orders,
  action = 'Order again',
  total,
  busy,
  onOrderAgain,
  children,
}: OrderedMeanwhileProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    // Clear of the bars that stick to the edges of the window.
    notice.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Notice tone="warn" icon={CircleAlert} role="alert" ref={notice} tabIndex={-1}>
      <p>{children} Nothing was ordered again.</p>
      <ul>
        {orders.map(({ _id, quantity, price, reference, createdAt }) => (
          <li key={_id}>
            <Link to={pathTo.payment(_id)}>Order {shortId(_id)}</Link>
            {reference && `, your order number ${reference}`}: {unitsText(quantity)} for{' '}
            {dollars(price)}, <time dateTime={createdAt}>{dateTime(createdAt)}</time>
          </li>
        ))}
      </ul>
      <Button size="small" busy={busy} onClick={onOrderAgain}>
        {action} for {dollars(total)}
      </Button>
    </Notice>
  )
}
