import { CardElement, useElements } from '@stripe/react-stripe-js'
import { Lock, Package } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import { confirmCard } from './card-outcome.ts'
import { useCardStyle } from './card-style.ts'
import type { Payment } from './use-payment.ts'

const reopened =
  'Your reservation had ended, so nothing was charged. The items are reserved again: press the button once more.'

type CardFormProps = {
  order: Order
  payment: Payment
  /** Cancels the payment if it resolves to false. */
  beforePaying: () => Promise<boolean>
  /** Opens a new payment intent after the old one was cancelled. */
  reopenPayment: () => Promise<{ error: Error | null }>
  onMade: (intent: string) => Promise<void>
}

/** The provider's card field and the pay button. Card data never reaches the shop. */
export function CardForm(props: CardFormProps) {
  const { order, payment, beforePaying, reopenPayment, onMade } = props
  const elements = useElements()
  const { name, email } = useAccount()
  const style = useCardStyle()
  const [isReady, setIsReady] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [wasRefused, setWasRefused] = useState(false)

  const [pay, isPaying] = useSingleFlight(async () => {
    const card = elements?.getElement(CardElement)
    if (!card) return
    setProblem(undefined)
    setWasRefused(false)
    if (!(await beforePaying())) return
    const outcome = await confirmCard(payment.stripe, payment.clientSecret, {
      payment_method: { card, billing_details: { name, email } },
    })
    if ('madeIntent' in outcome) {
      await onMade(outcome.madeIntent)
    } else if ('isClosed' in outcome) {
      const { error } = await reopenPayment()
      setProblem(error ? sentenceFor(error) : reopened)
    } else {
      setProblem(outcome.problem)
      setWasRefused(true)
    }
  })
  useLeaveWarning(isPaying)

  function submit(event: FormEvent) {
    event.preventDefault()
    void pay()
  }

  return (
    <form className="form" onSubmit={submit}>
      <fieldset className="field">
        <legend className="field__label">Card</legend>
        <div className="card-frame" data-invalid={problem !== undefined}>
          <CardElement
            options={{ style }}
            onReady={() => setIsReady(true)}
            onChange={({ error }) => setProblem(error?.message)}
          />
        </div>
        {problem && <ErrorLine>{problem}</ErrorLine>}
      </fieldset>
      {wasRefused && <Notice icon={Package}>Your order is saved as unpaid in My Order.</Notice>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        icon={Lock}
        busy={isPaying}
        aria-disabled={!isReady}
      >
        Pay {dollars(order.price)}
      </Button>
      <p className="muted small">
        Card details go straight to the card provider. We never see them.
      </p>
    </form>
  )
}

/** Warns before leaving while the result of the charge is unknown. */
function useLeaveWarning(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isActive])
}
