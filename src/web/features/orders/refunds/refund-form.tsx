import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Refund } from '#contract/orders/manage-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, TextAreaField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

const draftFields = ['reason'] as const

type RefundFormProps = {
  order: Order
  /** Dollars that were not refunded before. */
  left: number
  onCancel: () => void
  /** Rejects if the refund failed. */
  onRefund: (reason: string) => Promise<void>
}

/** Refunds what is left of one order, with the reason that its history records. */
export function RefundForm({ order, left, onCancel, onRefund }: RefundFormProps) {
  const form = useForm<z.input<typeof Refund>, unknown, z.output<typeof Refund>>({
    resolver: zodResolver(Refund),
    defaultValues: { reason: '' },
  })
  const draft = useDraft(`refund of ${order._id}`, form, draftFields)
  const { errors, isSubmitting } = form.formState

  const refund = form.handleSubmit(async ({ reason }) => {
    try {
      await onRefund(reason)
      draft.forget()
    } catch (error) {
      showProblem(form, error)
    }
  })

  return (
    <Form className="form" onSubmit={refund}>
      <KeptText draft={draft} />
      <p>
        {dollars(left)} will be refunded to the customer’s card. {itemsSentence(order, left)} This
        can’t be undone.
      </p>
      <TextAreaField
        label="Reason"
        hint="Saved in the order’s history"
        rows={2}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          Refund {dollars(left)}
        </Button>
      </div>
    </Form>
  )
}

function itemsSentence({ shipping, price }: Order, left: number): string {
  if (shipping) return 'The items have shipped and are not returned to stock.'
  return left < price
    ? 'The items that were not refunded before are returned to stock.'
    : 'The items are returned to stock.'
}
