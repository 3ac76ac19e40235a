import { CircleCheck, CreditCard } from 'lucide-react'
import type { Ref } from 'react'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Reservation } from '#web/domain/orders/reservation.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import type { PlacedOrder } from './use-quick-order.ts'

type PlacedOrdersProps = {
  placed: readonly PlacedOrder[]
  heading: Ref<HTMLHeadingElement>
}

/** Orders placed from the list, with the way to their payments, one by one. */
export function PlacedOrders({ placed, heading }: PlacedOrdersProps) {
  const [first] = placed
  const cents = placed.reduce((sum, { total }) => sum + toCents(total), 0)
  return (
    <section className="panel stack">
      <h2 className="quick-order__placed" ref={heading} tabIndex={-1}>
        <CircleCheck />
        {placed.length === 1 ? '1 order placed' : `${groupDigits(placed.length)} orders placed`}
      </h2>
      <ul className="quick-order__orders">
        {placed.map(({ order, text, total }) => (
          <li key={order}>
            <span>{text}</span>
            {placed.length > 1 && <b>{dollars(total)}</b>}
          </li>
        ))}
      </ul>
      {first && (
        <p>
          <b>{dollars(toDollars(cents))}</b>. <Reservation order={first.order} />
        </p>
      )}
      <div className="cluster">
        {first && (
          <ButtonLink to={pathTo.payment(first.order)} variant="primary" icon={CreditCard}>
            {placed.length === 1 ? 'Pay now' : 'Pay for these orders'}
          </ButtonLink>
        )}
        <ButtonLink to={pathTo.myOrders}>My Order</ButtonLink>
      </div>
    </section>
  )
}
