import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { productKinds } from '#contract/shared/product-kinds.ts'
import { Field, SelectField, TextAreaField } from '#web/ui/form/field.tsx'

type FieldName = 'name' | 'partNumber' | 'kind' | 'price' | 'description'

type ProductFieldsProps = {
  register: (name: FieldName) => UseFormRegisterReturn
  errors: { [name in FieldName]?: { message?: string } }
  /** Stands between the price and the description. */
  children?: ReactNode
}

/** What is written about a product, whether it is new or changed. */
export const ProductFields = ({ register, errors, children }: ProductFieldsProps) => (
  <>
    <Field label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
    <Field
      label="Part number (optional)"
      hint="Buyers find it however they write it"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      error={errors.partNumber?.message}
      {...register('partNumber')}
    />
    <SelectField label="Kind (optional)" error={errors.kind?.message} {...register('kind')}>
      <option value="">No kind</option>
      {Object.entries(productKinds).map(([key, title]) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </SelectField>
    <Field
      label="Price"
      hint="Dollars per unit, such as 18.79"
      inputMode="decimal"
      autoComplete="off"
      error={errors.price?.message}
      {...register('price')}
    />
    {children}
    <TextAreaField
      label="Description"
      error={errors.description?.message}
      {...register('description')}
    />
  </>
)
