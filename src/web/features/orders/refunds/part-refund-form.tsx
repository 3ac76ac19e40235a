import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { OrderRefunds, PartialRefund } from '#contract/invoices/refunds.ts'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { attemptKeys } from '#web/lib/api/idempotency-key.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, TextAreaField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { checkRefund, type TypedRefund, unitsLeft } from './part-to-refund.ts'
import './refunds.css'

/**
 * Not the units and the amount: if the answer was lost, they may have been refunded, and what is left is another sum. Money is chosen
 * anew.
 */
const draftFields = ['reason'] as const

type PartRefundFormProps = {
  order: string
  /** Paid for shipping, in dollars with its taxes. */
  shipping: number
  refunds: OrderRefunds
  onCancel: () => void
  /** Rejects if the refund failed. */
  onRefund: (
    refund: PartialRefund,
    attempt: { idempotencyKey: string; amount: number },
  ) => Promise<void>
}

/** Refunds units of an order's lines, or an amount; shows the sum before. */
export function PartRefundForm({
  order,
  shipping,
  refunds,
  onCancel,
  onRefund,
}: PartRefundFormProps) {
  const [keys] = useState(attemptKeys)
  const restockHint = useId()
  const form = useForm<{ units: string[]; amount: string; restock: boolean; reason: string }>({
    defaultValues: {
      units: refunds.lines.map(() => ''),
      amount: '',
      restock: false,
      reason: '',
    },
  })
  const draft = useDraft(`part refund of ${order}`, form, draftFields)
  const { errors, isSubmitting, isSubmitted } = form.formState
  const typed: TypedRefund = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const checked = checkRefund(typed, refunds)
  const { setFocus } = form

  const refund = form.handleSubmit(async (values) => {
    const { body, units, amount, sum } = checkRefund(values, refunds)
    if (!body) {
      const wrong = units.findIndex((problem) => problem !== undefined)
      setFocus(wrong >= 0 ? `units.${wrong}` : amount ? 'amount' : 'units.0')
      return
    }
    try {
      await onRefund(body, { idempotencyKey: keys.keyFor(body), amount: sum })
      keys.finish()
      draft.forget()
    } catch (error) {
      showProblem(form, error)
    }
  })

  return (
    <Form className="form" onSubmit={refund}>
      <KeptText draft={draft} />
      <ul className="refund-lines">
        {refunds.lines.map((line, index) => (
          <li key={line.product}>
            <Field
              label={line.name}
              hint={`${dollars(line.unitPrice)} a unit, ${groupDigits(unitsLeft(line))} of ${groupDigits(line.quantity)} left to refund`}
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              disabled={unitsLeft(line) === 0}
              error={checked.units[index]}
              {...form.register(`units.${index}`)}
            />
          </li>
        ))}
      </ul>
      <Field
        label="Further amount"
        hint={`In dollars${shipping > 0 ? `, such as ${dollars(shipping)}, which was paid for shipping` : ''}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        error={checked.amount ?? errors.amount?.message}
        {...form.register('amount')}
      />
      <div>
        <label className="refund-restock">
          <input
            type="checkbox"
            className="checkbox"
            aria-describedby={restockHint}
            {...form.register('restock')}
          />
          Return these units to the stock
        </label>
        <p id={restockHint} className="field__hint">
          Only if they are here and can be sold again
        </p>
      </div>
      <TextAreaField
        label="Reason"
        hint="Saved in the order’s history; may be empty"
        rows={2}
        maxLength={200}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <p aria-live="polite">
        <b>{dollars(checked.sum)}</b> will be refunded to the customer’s card, of{' '}
        {dollars(refunds.left)} left. This can’t be undone.
      </p>
      {isSubmitted && checked.problem && <ErrorLine>{checked.problem}</ErrorLine>}
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          Refund {dollars(checked.sum)}
        </Button>
      </div>
    </Form>
  )
}
