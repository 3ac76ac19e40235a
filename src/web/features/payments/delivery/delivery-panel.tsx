import { useEffect, useId, useRef, useState } from 'react'
import type { Delivery, Order } from '#contract/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { AddressForm } from '#web/domain/addresses/address-form.tsx'
import { ContactFields } from '#web/domain/contact-fields.tsx'
import { ErrorLine, Field, SelectField } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { addressLine, asDelivery } from './known-address.ts'
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

/** The same for a paid order without an address. */
export function MissingDelivery({ order }: { order: Order }) {
  return <DeliveryPanel order={order} choice={useDelivery(order)} />
}

interface DeliveryFormProps {
  choice: DeliveryChoice
  save: () => Promise<void>
  keep: () => void
}

function DeliveryForm({ choice, save, keep }: DeliveryFormProps) {
  const { form, address, book, saved, pick } = choice
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  const select = useRef<HTMLSelectElement>(null)
  const [isAdding, setIsAdding] = useState(false)
  // The Change button, which the form replaces, opened it.
  const isChange = address !== undefined

  useEffect(() => {
    if (!isChange) return
    if (select.current) select.current.focus()
    else setFocus('name')
  }, [isChange, setFocus])

  function added(id: string) {
    pick(id)
    setIsAdding(false)
  }

  return (
    <>
      <Form className="form payment__address" onSubmit={save}>
        {book.length > 0 && (
          <SelectField
            label="Deliver to"
            ref={select}
            value={saved}
            onChange={({ target }) => pick(target.value)}
          >
            {book.map((entry) => (
              <option key={entry._id} value={entry._id}>
                {addressLine(asDelivery(entry))}
              </option>
            ))}
            <option value="">Another address</option>
          </SelectField>
        )}
        {!saved && <AddressFields form={form} />}
        {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
        <div className="cluster">
          <Button type="submit" size="small" busy={isSubmitting}>
            Save address
          </Button>
          {isChange && (
            <Button variant="quiet" size="small" onClick={keep}>
              Cancel
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={() => setIsAdding(true)}>
            Add to address book
          </Button>
        </div>
      </Form>
      {/* Outside of the form: a form has none inside. */}
      <Dialog wide open={isAdding} onClose={() => setIsAdding(false)} title="Add an address">
        <AddressForm country={book[0]?.country} onSaved={added} />
      </Dialog>
    </>
  )
}

/** An address as text. */
function AddressFields({ form }: Pick<DeliveryChoice, 'form'>) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Recipient"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <ContactFields
        // Emptying one of them may make the other one right.
        register={(name) => form.register(name, { deps: ['phone', 'address'] })}
        errors={errors}
      />
    </>
  )
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
