import type { UseFormRegisterReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { countries, countryName } from '#contract/addresses/countries.ts'
import { needsPostalCode } from '#contract/addresses/postal-codes.ts'
import { regionsOf } from '#contract/addresses/regions.ts'
import { KeptText } from '#web/domain/kept-text.tsx'
import { ErrorLine, Field, SelectField } from '#web/ui/form/field.tsx'
import { addressLabels, type AddressFormState } from './use-address-form.ts'

const byName = countries
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

const optional = <span className="field__hint">Optional</span>

/** The fields of an address, with what was typed before and why it was refused. */
export function AddressFields({ form, draft }: Pick<AddressFormState, 'form' | 'draft'>) {
  const { errors } = form.formState
  const chosen = useWatch({ control: form.control, name: 'country' })
  const field = (name: keyof typeof addressLabels) => ({
    label: addressLabels[name],
    error: errors[name]?.message,
    ...form.register(name),
  })

  return (
    <>
      <KeptText draft={draft} labels={addressLabels} />
      <Field autoComplete="name" {...field('name')} />
      <Field labelEnd={optional} autoComplete="organization" {...field('company')} />
      <Field hint="For delivery questions" type="tel" autoComplete="tel" {...field('phone')} />
      <Field autoComplete="address-line1" {...field('street')} />
      <Field
        labelEnd={!chosen || needsPostalCode(chosen) ? undefined : optional}
        autoComplete="postal-code"
        {...field('postalCode')}
      />
      <Field autoComplete="address-level2" {...field('town')} />
      <RegionField country={chosen} {...field('region')} />
      <SelectField autoComplete="country" {...field('country')}>
        <option value="">Choose a country</option>
        {byName.map(({ code, name: title }) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
      </SelectField>
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
    </>
  )
}

type RegionFieldProps = UseFormRegisterReturn & {
  country: string
  label: string
  error: string | undefined
}

/** The regions of a country that has a list of them, else any text. */
function RegionField({ country, ...field }: RegionFieldProps) {
  const regions = regionsOf(country)
  if (!regions) {
    return <Field labelEnd={optional} autoComplete="address-level1" {...field} />
  }
  return (
    <SelectField autoComplete="address-level1" {...field} label="State or province">
      <option value="">Choose one</option>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
