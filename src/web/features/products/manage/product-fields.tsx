import { Fragment, type ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { fieldsInOrder, fieldSpec } from '#contract/products/fields/product-fields.ts'
import type { ProductField } from '#contract/products/fields/product-fields.ts'
import { Field, SelectField, TextAreaField } from '#web/ui/form/field.tsx'

type ProductFieldsProps<F extends ProductField> = {
  names: readonly F[]
  register: (name: F) => UseFormRegisterReturn
  errors: { [Name in F]?: { message?: string } }
  /** The input of the ladder, in its place. */
  rungs: ReactNode
}

/** Modes of inputs, by which phones choose a keyboard. */
const keyboards = {
  text: undefined,
  integer: 'numeric',
  cents: 'decimal',
  ladder: undefined,
} as const

const hasOwnInput = (name: ProductField) => fieldSpec(name).input?.widget?.startsWith('picture')

/** The inputs of a product's fields. The pictures and the ladder have inputs of their own. */
export const ProductFields = <F extends ProductField>(props: ProductFieldsProps<F>) =>
  props.names
    .filter((name) => !hasOwnInput(name))
    .toSorted((one, other) => fieldsInOrder.indexOf(one) - fieldsInOrder.indexOf(other))
    .map((name) =>
      fieldSpec(name).input?.widget === 'rungs' ? (
        <Fragment key={name}>{props.rungs}</Fragment>
      ) : (
        <ProductInput
          key={name}
          name={name}
          error={props.errors[name]?.message}
          registered={props.register(name)}
        />
      ),
    )

type ProductInputProps = {
  name: ProductField
  error: string | undefined
  registered: UseFormRegisterReturn
}

function ProductInput({ name, error, registered }: ProductInputProps) {
  const { title, stored, isOptional, choices, input = {} } = fieldSpec(name)
  const { widget, label = title, hint, isCode } = input
  const props = {
    ...registered,
    label: isOptional ? `${label} (optional)` : label,
    error,
    ...(hint && { hint }),
  }
  if (widget === 'lines') return <TextAreaField {...props} />
  if (choices) {
    return (
      <SelectField {...props}>
        {isOptional && <option value="">No {label.toLowerCase()}</option>}
        {Object.entries(choices).map(([key, choice]) => (
          <option key={key} value={key}>
            {choice}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <Field
      {...props}
      autoComplete="off"
      inputMode={keyboards[stored]}
      {...(isCode && { autoCapitalize: 'characters', spellCheck: false })}
    />
  )
}
