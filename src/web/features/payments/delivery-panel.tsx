import { useEffect, useId, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { ContactFields } from '#web/domain/contact-fields.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { type DeliveryChoice, useDelivery } from './use-delivery.ts'

type DeliveryPanelProps = {
  order: Order
  choice: DeliveryChoice
}

/** Delivery address of an order: a form if it is missing, else the address. */
export function DeliveryPanel({ order: { delivery, paid }, choice }: DeliveryPanelProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSaved, setIsSaved] = useState(false)

  /** The form unmounts with its focused button, so the focus moves to the heading. */
  async function save() {
    if (!(await choice.save())) return
    setIsSaved(true)
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
        {!choice.isAsked && !paid && (
          <Button size="small" onClick={change}>
            Change
          </Button>
        )}
      </div>
      {choice.isAsked ? (
        <DeliveryForm choice={choice} isChange={delivery !== null} save={save} />
      ) : (
        <Address delivery={delivery} />
      )}
      <output className="muted">{isSaved && 'The address is kept with the order.'}</output>
    </section>
  )
}

/** The same for a paid order without an address. */
export function MissingDelivery({ order }: { order: Order }) {
  return <DeliveryPanel order={order} choice={useDelivery(order)} />
}

interface DeliveryFormProps {
  choice: DeliveryChoice
  /** Whether the Change button, which the form replaces, opened it. */
  isChange: boolean
  save: () => Promise<void>
}

function DeliveryForm({ choice: { form }, isChange, save }: DeliveryFormProps) {
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form

  useEffect(() => {
    if (isChange) setFocus('name')
  }, [isChange, setFocus])

  return (
    <Form className="form" onSubmit={save}>
      <Field
        label="Receiver"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <ContactFields register={form.register} errors={errors} />
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
