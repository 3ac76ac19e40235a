import { useEffect, useImperativeHandle, useRef } from 'react'
import { AddressFields } from '#web/domain/addresses/address-fields.tsx'
import { useAddressForm } from '#web/domain/addresses/use-address-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import { type DeliveryChoice, newAddress } from './use-delivery.ts'

type DeliveryFormProps = {
  choice: DeliveryChoice
  save: () => Promise<void>
  keep: () => void
}

/** Where an order goes: an address of the book, or the fields of a new one. */
export function DeliveryForm({ choice, save, keep }: DeliveryFormProps) {
  const { address, choices, chosen, pick, problem } = choice
  const select = useRef<HTMLSelectElement>(null)
  const [submit, isSaving] = useSingleFlight(save)
  // The Change button, which the form replaces, opened it.
  const isChange = address !== undefined

  useEffect(() => {
    if (isChange) select.current?.focus()
  }, [isChange])

  return (
    <Form className="form payment__address" onSubmit={submit}>
      {choices.length > 0 && (
        <SelectField
          label="Deliver to"
          ref={select}
          value={chosen}
          onChange={({ target }) => pick(target.value)}
        >
          {choices.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
          <option value={newAddress}>Another address</option>
        </SelectField>
      )}
      {chosen === newAddress && <NewAddress choice={choice} />}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className="cluster">
        <Button type="submit" size="small" busy={isSaving}>
          Save address
        </Button>
        {isChange && (
          <Button variant="quiet" size="small" onClick={keep}>
            Cancel
          </Button>
        )}
        {chosen === newAddress && (
          <span className="field__hint">It is kept in your address book</span>
        )}
      </div>
    </Form>
  )
}

function NewAddress({ choice }: Pick<DeliveryFormProps, 'choice'>) {
  const { draftName, defaults, typed } = choice
  const { form, draft, save } = useAddressForm({ draftName, ...defaults })
  useImperativeHandle(typed, () => ({ save }))
  return (
    <div className="form field-columns address-form">
      <AddressFields form={form} draft={draft} />
    </div>
  )
}
