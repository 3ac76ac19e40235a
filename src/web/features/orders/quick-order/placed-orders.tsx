import { CircleCheck, CreditCard } from 'lucide-react'
import type { Ref } from 'react'
import { dollars } from '#contract/shared/formatting.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { PlacedRow } from './use-quick-order.ts'

type PlacedOrdersProps = {
  placed: readonly PlacedRow[]
  heading: Ref<HTMLHeadingElement>
}

/** Orders placed from the list, with a link to pay them one by one. */
export function PlacedOrders({ placed, heading }: PlacedOrdersProps) {
  const [first] = placed
  return (
    <section className="panel stack">
      <h2 className="quick-order__placed" ref={heading} tabIndex={-1}>
        <CircleCheck />
        {placed.length === 1 ? '1 order is placed' : `${placed.length} orders are placed`}
      </h2>
      <ul className="quick-order__orders">
        {placed.map(({ order, name, quantity, total }) => (
          <li key={order}>
            <span>
              {quantity} × {name}
            </span>
            <b>{dollars(total)}</b>
          </li>
        ))}
      </ul>
      <div className="cluster">
        {first && (
          <ButtonLink to={`/dashboard/payment/${first.order}`} variant="primary" icon={CreditCard}>
            {placed.length === 1 ? `Pay ${dollars(first.total)}` : 'Pay one after the other'}
          </ButtonLink>
        )}
        <ButtonLink to="/dashboard/myOrder">My Order</ButtonLink>
      </div>
    </section>
  )
}
