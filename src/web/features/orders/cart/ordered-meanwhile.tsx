import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { dollars, unitsText } from '#contract/formats/formatting.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { OrderedMeanwhile as Ordered } from './use-place-cart.ts'

type OrderedMeanwhileProps = {
  ordered: Ordered
  busy: boolean
  onOrderAgain: () => unknown
}

/** Parts of the cart that another device has ordered. They are ordered again on request only. */
export function OrderedMeanwhile({ ordered, busy, onOrderAgain }: OrderedMeanwhileProps) {
  const { orders, shown } = ordered
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Notice tone="warn" icon={CircleAlert} role="alert" ref={notice} tabIndex={-1}>
      <p>These parts were ordered a moment ago from another device. Nothing was ordered again.</p>
      <ul>
        {orders.map(({ _id, quantity, price, createdAt }) => (
          <li key={_id}>
            <Link to={pathTo.payment(_id)}>
              {unitsText(quantity)} for {dollars(price)}
            </Link>
            , <time dateTime={createdAt}>{dateTime(createdAt)}</time>
          </li>
        ))}
      </ul>
      <Button size="small" busy={busy} onClick={onOrderAgain}>
        Order again for {dollars(shown.total)}
      </Button>
    </Notice>
  )
}
