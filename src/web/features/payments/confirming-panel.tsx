import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { orders } from '#contract/orders/orders.ts'
import { messages } from '#contract/payments.ts'
import { read } from '#web/lib/api/api.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

const askEveryMs = 2_000
const askForMs = 60_000

type ConfirmingPanelProps = {
  id: string
  transactionId: string
}

/** Shown after the charge until the order is paid; polls the order. */
export function ConfirmingPanel({ id, transactionId }: ConfirmingPanelProps) {
  const [isAsking, setIsAsking] = useState(true)
  useQuery({
    ...read(orders.one, { params: { id } }),
    refetchInterval: isAsking && askEveryMs,
  })
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  useEffect(() => {
    if (!isAsking) return undefined
    const timer = setTimeout(() => setIsAsking(false), askForMs)
    return () => clearTimeout(timer)
  }, [isAsking])

  return (
    <section className="panel payment form">
      <h2 className="payment__title" ref={heading} tabIndex={-1}>
        Your payment is being confirmed
      </h2>
      <p aria-live="polite">
        {isAsking
          ? 'There’s nothing more to do. This page updates by itself; please don’t pay again.'
          : 'This is taking longer than usual. Please don’t pay again: your order will show the payment as soon as the card provider confirms it.'}
      </p>
      <p>
        {messages.transaction}
        <br />
        <b className="mono" translate="no">
          {transactionId}
        </b>
      </p>
      <div className="cluster">
        <Button icon={RefreshCw} busy={isAsking} onClick={() => setIsAsking(true)}>
          Check again
        </Button>
        <ButtonLink to={pathTo.myOrders}>My Order</ButtonLink>
      </div>
    </section>
  )
}
