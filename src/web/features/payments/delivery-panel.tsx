import { useId } from 'react'
import type { Order } from '#contract/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, TextAreaField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { type DeliveryChoice, useDelivery } from './use-delivery.ts'

type DeliveryPanelProps = {
  order: Order
  choice: DeliveryChoice
}

/** Where the order goes: asked for when it is not known, and shown when it is. */
export function DeliveryPanel({ order: { delivery, paid }, choice }: DeliveryPanelProps) {
  const titleId = useId()
  return (
    <section className="payment__delivery" aria-labelledby={titleId}>
      <div className="payment__delivery-head">
        <h2 id={titleId}>Delivery</h2>
        {!choice.isAsked && !paid && (
          <Button size="small" onClick={choice.change}>
            Change
          </Button>
        )}
      </div>
      {choice.isAsked ? <DeliveryForm choice={choice} /> : <Address delivery={delivery} />}
    </section>
  )
}

/** The same for an order that was paid without one. */
export function MissingDelivery({ order }: { order: Order }) {
  return <DeliveryPanel order={order} choice={useDelivery(order)} />
}

function DeliveryForm({ choice: { form, save } }: Pick<DeliveryPanelProps, 'choice'>) {
  const { errors, isSubmitting } = form.formState
  return (
    <Form className="form" onSubmit={save}>
      <Field
        label="Receiver"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Field
        label="Phone"
        hint="For delivery questions"
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <TextAreaField
        label="Address"
        autoComplete="street-address"
        error={errors.address?.message}
        {...form.register('address')}
      />
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <Button type="submit" busy={isSubmitting}>
        Save address
      </Button>
    </Form>
  )
}

function Address({ delivery }: { delivery: Order['delivery'] }) {
  if (!delivery) return null
  return (
    <p className="muted pre-wrap">
      <b>{delivery.name}</b>
      {`\n${delivery.address}\n${delivery.phone}`}
    </p>
  )
}
