import { useId, useRef, useState } from 'react'
import type { Delivery, Order } from '#contract/orders/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { addressLine } from './known-address.ts'
import { type DeliveryChoice, useDelivery } from './use-delivery.ts'

type DeliveryPanelProps = {
  order: Order
  choice: DeliveryChoice
}

/** Delivery address of an order: a form if none is known, else the address. */
export function DeliveryPanel({ order: { paid }, choice }: DeliveryPanelProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSaved, setIsSaved] = useState(false)

  /** The form unmounts with its focused button, so the focus moves to the heading. */
  async function save() {
    if (!(await choice.save())) return
    setIsSaved(true)
    heading.current?.focus()
  }

  function keep() {
    choice.keep()
    heading.current?.focus()
  }

  function change() {
    setIsSaved(false)
    choice.change()
  }

  return (
    <section className="payment__delivery" aria-labelledby={titleId}>
      <div className="payment__delivery-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          Delivery
        </h2>
        {!choice.isAsked && choice.address && !paid && (
          <Button size="small" busy={choice.isOpening} onClick={change}>
            Change
          </Button>
        )}
      </div>
      {choice.isAsked && paid && <p>We need an address before we can ship this order.</p>}
      {choice.isAsked ? (
        <DeliveryForm choice={choice} save={save} keep={keep} />
      ) : (
        <Address address={choice.address} isFolded={!paid} />
      )}
      <output className="muted">{isSaved && 'This address is saved with your order.'}</output>
    </section>
  )
}

/** The panel of a paid order without an address. */
export function MissingDelivery({ order }: { order: Order }) {
  return <DeliveryPanel order={order} choice={useDelivery(order)} />
}

type AddressProps = {
  /** Undefined until it is known whether there is one. */
  address: Delivery | undefined
  isFolded: boolean
}

function Address({ address, isFolded }: AddressProps) {
  if (!address) return <Skeleton width="three-quarters" />
  if (isFolded) return <p className="muted payment__address-line">{addressLine(address)}</p>
  return (
    <p className="muted pre-wrap">
      <b>{address.name}</b>
      {`\n${address.address}\n${address.phone}`}
    </p>
  )
}
