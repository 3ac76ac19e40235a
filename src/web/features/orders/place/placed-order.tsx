import { CircleCheck, CreditCard } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Reservation } from '#web/domain/orders/reservation.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

export interface Placed {
  id: string
  /** The ordered parts, such as '20 × Door Rubber'. */
  goods: string
  total: number
}

/** The order just placed, with the way to its payment. Scrolled into view and focused. */
export function PlacedOrder({ placed: { id, goods, total } }: { placed: Placed }) {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section className="placed-order" ref={section} aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        <CircleCheck />
        <span>Order placed: {goods}</span>
      </h2>
      <p>
        <b>{dollars(total)}</b>. <Reservation order={id} />
      </p>
      <div className="cluster">
        <ButtonLink to={pathTo.payment(id)} variant="primary" icon={CreditCard}>
          Pay now
        </ButtonLink>
        <ButtonLink to={pathTo.myOrders}>{specifiedDashboard.ownOrders}</ButtonLink>
      </div>
    </section>
  )
}
