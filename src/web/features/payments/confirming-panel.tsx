import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { orders } from '#contract/orders.ts'
import { messages } from '#contract/payments.ts'
import { read } from '#web/lib/api/api.ts'
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
        Your payment was made and is being confirmed
      </h2>
      <p aria-live="polite">
        {isAsking
          ? 'There is nothing more to do, and no need to pay again: this page follows by itself.'
          : 'This takes longer than usual. You have paid and need not pay again: the order will show it as soon as the card provider has told us.'}
      </p>
      <p>
        {messages.transaction}
        <br />
        <b className="mono">{transactionId}</b>
      </p>
      <div className="cluster">
        <Button icon={RefreshCw} busy={isAsking} onClick={() => setIsAsking(true)}>
          Check again
        </Button>
        <ButtonLink to="/dashboard/myOrder">My Order</ButtonLink>
      </div>
    </section>
  )
}
