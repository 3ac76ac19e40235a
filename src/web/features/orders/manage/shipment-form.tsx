import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { isShippable, type Order } from '#contract/orders/orders.ts'
import { carrierKeys, carriers, NewTracking } from '#contract/shared/carriers.ts'
import { TrackingLink } from '#web/domain/orders/tracking-link.tsx'
import { showProblem, showSaved } from '#web/lib/forms/forms.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { isKnown } from '#contract/shared/open-enum.ts'

const draftFields = ['carrier', 'trackingNumber'] as const
const labels = { carrier: 'Carrier', trackingNumber: 'Tracking number' }

type ShipmentFormProps = {
  order: Order
  /** Rejects if the tracking was not saved. */
  onTrack: (tracking: NewTracking) => Promise<void>
  onShip: () => void
}

/** Carrier and tracking number of an order, both optional; with the press that ships it, or after. */
export function ShipmentForm({ order, onTrack, onShip }: ShipmentFormProps) {
  const carrier = order.tracking?.carrier
  const stored = {
    // Safe: a carrier of a later release is refused, and not lost, when the form is sent.
    carrier: (carrier ?? '') as NewTracking['carrier'],
    trackingNumber: order.tracking?.number ?? '',
  }
  const form = useForm<z.input<typeof NewTracking>, unknown, NewTracking>({
    resolver: zodResolver(NewTracking),
    defaultValues: stored,
  })
  const draft = useDraft(`tracking of ${order._id}`, form, draftFields, stored)
  const { errors, isSubmitting } = form.formState
  const [isSaved, setIsSaved] = useState(false)
  const statusId = useId()

  const save = (after?: () => void) =>
    form.handleSubmit(async (tracking) => {
      const sent = form.getValues()
      try {
        await onTrack(tracking)
        draft.forget()
        setIsSaved(showSaved(form, sent, tracking))
        after?.()
      } catch (error) {
        showProblem(form, error)
      }
    })

  return (
    <Form className="form" onSubmit={save()} onChange={() => setIsSaved(false)}>
      <KeptText draft={draft} labels={labels} />
      {order.tracking && (
        <p>
          <TrackingLink tracking={order.tracking} />
        </p>
      )}
      <div className="field-columns shipment-form__fields">
        <SelectField label="Carrier" error={errors.carrier?.message} {...form.register('carrier')}>
          <option value="">None</option>
          {carrierKeys.map((key) => (
            <option key={key} value={key}>
              {carriers[key].name}
            </option>
          ))}
          {carrier && !isKnown(carriers, carrier) && <option value={carrier}>{carrier}</option>}
        </SelectField>
        <Field
          label="Tracking number"
          autoComplete="off"
          error={errors.trackingNumber?.message}
          {...form.register('trackingNumber')}
        />
      </div>
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <div className="cluster">
        <Button type="submit" size="small" busy={isSubmitting} aria-describedby={statusId}>
          Save
        </Button>
        {isShippable(order) && (
          <Button size="small" aria-disabled={isSubmitting} onClick={save(onShip)}>
            Save and mark as shipped
          </Button>
        )}
        <output id={statusId} className="muted">
          {isSaved && 'Saved'}
        </output>
      </div>
    </Form>
  )
}
