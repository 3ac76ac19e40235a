import { useElements } from '@stripe/react-stripe-js'
import { CircleQuestionMark, Lock, Package } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useAccount } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import { CardElement } from './card-elements.ts'
import { type CardOutcome, confirmCard } from './card-outcome.ts'
import { useCardStyle } from './card-style.ts'
import type { Payment } from './use-payment.ts'

const reopened =
  'This payment had ended, so nothing was charged. It is open again: press the button once more.'

type CardFormProps = {
  order: Order
  /** Cancels the payment if it resolves to false. */
  beforePaying: () => Promise<boolean>
  /** Opens the payment again: the same one while it can be paid, else another one, or none with the reason. */
  reopenPayment: () => Promise<{ data: Payment | undefined; error: Error | null }>
  onMade: (intent: string) => Promise<void>
  /** Reads the order again, which the provider may have reported as paid. */
  reloadOrder: () => Promise<unknown>
  /** Whether the address has to be typed first. */
  isAddressMissing: boolean
  /** Whether it is not known yet where the order goes. */
  isAddressLoading: boolean
}

/** The provider's card field and the pay button. Card data never reaches the shop. */
export function CardForm(props: CardFormProps) {
  const { order, beforePaying, reopenPayment, onMade, reloadOrder } = props
  const { isAddressMissing, isAddressLoading } = props
  const missingId = useId()
  const elements = useElements()
  const { name, email } = useAccount()
  const style = useCardStyle()
  const [isReady, setIsReady] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [outcome, setOutcome] = useState<CardOutcome>()

  const [pay, isPaying] = useSingleFlight(async () => {
    const card = elements?.getElement('card')
    if (!card) return
    setProblem(undefined)
    setOutcome(undefined)
    if (!(await beforePaying())) return
    // Units that are not reserved may be sold by now.
    const { data: payment, error: refused } = await reopenPayment()
    if (refused || !payment) {
      setProblem(refused ? sentenceFor(refused) : undefined)
      return
    }
    const answer = await confirmCard(payment.stripe, payment.clientSecret, {
      payment_method: { card, billing_details: { name, email } },
    })
    if ('madeIntent' in answer) {
      await onMade(answer.madeIntent)
    } else if ('isClosed' in answer) {
      const { error } = await reopenPayment()
      setProblem(error ? sentenceFor(error) : reopened)
    } else {
      if ('problem' in answer) setProblem(answer.problem)
      else await reloadOrder()
      setOutcome(answer)
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
      {outcome && <OutcomeNotice outcome={outcome} />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        icon={Lock}
        busy={isPaying}
        aria-disabled={!isReady || isAddressLoading}
        aria-describedby={isAddressMissing ? missingId : undefined}
      >
        Pay {dollars(order.price)}
      </Button>
      {isAddressMissing && (
        <p id={missingId} className="muted">
          The delivery address is missing. Fill it in above: it is saved before the card is charged.
        </p>
      )}
      <p className="muted small">
        Card details go straight to the card provider. We never see them.
      </p>
    </form>
  )
}

/** Says how the order stands after the card was not charged, or may have been. */
function OutcomeNotice({ outcome }: { outcome: CardOutcome }) {
  if ('problem' in outcome) {
    return <Notice icon={Package}>Your order is saved as unpaid in My Order.</Notice>
  }
  if (!('isUnknown' in outcome)) return null
  return (
    <Notice tone="warn" icon={CircleQuestionMark} role="alert">
      {outcome.soFar
        ? 'The payment has not gone through so far, but the answer of the card provider was lost.'
        : 'We don’t know yet whether the payment went through.'}{' '}
      You won’t be charged twice: pay again, or look at <Link to={pathTo.myOrders}>My Order</Link>.
    </Notice>
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
