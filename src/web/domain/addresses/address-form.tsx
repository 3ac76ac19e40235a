import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { AddressFields } from './address-fields.tsx'
import { type AddressFormOptions, useAddressForm } from './use-address-form.ts'

type AddressFormProps = AddressFormOptions & { onSaved: (id: string) => unknown }

/** Adds an address to the address book, or changes one. */
export function AddressForm({ onSaved, ...options }: AddressFormProps) {
  const address = useAddressForm(options)

  async function save() {
    const id = await address.save()
    if (id !== undefined) await onSaved(id)
  }

  return (
    <Form className="form field-columns address-form" onSubmit={save}>
      <AddressFields form={address.form} draft={address.draft} />
      <Button type="submit" variant="primary" busy={address.form.formState.isSubmitting}>
        {options.changed ? 'Save address' : 'Add address'}
      </Button>
    </Form>
  )
}
