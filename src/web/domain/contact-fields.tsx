import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, TextAreaField } from '../ui/form/field.tsx'

type FieldName = 'phone' | 'address'

type ContactFieldsProps = {
  register: (name: FieldName) => UseFormRegisterReturn
  errors: { [name in FieldName]?: { message?: string } }
}

/** Phone and address of the profile, which has one text as an address. */
export const ContactFields = ({ register, errors }: ContactFieldsProps) => (
  <>
    <Field
      label="Phone"
      hint="For delivery questions"
      type="tel"
      autoComplete="tel"
      error={errors.phone?.message}
      {...register('phone')}
    />
    <TextAreaField
      label="Address"
      autoComplete="street-address"
      error={errors.address?.message}
      {...register('address')}
    />
  </>
)
