import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Address, addresses, NewAddress } from '#contract/addresses/addresses.ts'
import { countries, countryName } from '#contract/addresses/countries.ts'
import { regionsOf } from '#contract/addresses/regions.ts'
import { call } from '#web/lib/api/api.ts'
import { attemptKeys } from '#web/lib/api/idempotency-key.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { refreshAddresses } from './refresh-addresses.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

type Values = z.input<typeof NewAddress>

const byName = countries
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

const optional = <span className="field__hint">Optional</span>

type AddressFormProps = {
  /** The address to change; a new one without. */
  changed?: Address | undefined
  /** Country of a new address. */
  country?: string | undefined
  onSaved: (id: string) => unknown
}

/** Adds an address to the address book, or changes one. */
export function AddressForm({ changed, country = '', onSaved }: AddressFormProps) {
  const client = useQueryClient()
  const { name } = useAccount()
  const [keys] = useState(attemptKeys)
  const form = useForm<Values, unknown, NewAddress>({
    resolver: zodResolver(NewAddress),
    defaultValues: changed ?? { ...empty, name, country },
  })
  const { errors, isSubmitting } = form.formState
  const chosen = useWatch({ control: form.control, name: 'country' })
  const field = (name: keyof Values) => ({
    error: errors[name]?.message,
    ...form.register(name),
  })

  async function store(body: NewAddress): Promise<string> {
    if (changed) {
      await call(addresses.change, { params: { id: changed._id }, body })
      return changed._id
    }
    const { insertedId } = await call(
      addresses.add,
      { body },
      { idempotencyKey: keys.keyFor(body) },
    )
    keys.finish()
    return insertedId
  }

  const save = form.handleSubmit(async (body) => {
    try {
      const id = await store(body)
      await refreshAddresses(client)
      await onSaved(id)
    } catch (error) {
      showProblem(form, error)
    }
  })

  return (
    <Form className="form address-form" onSubmit={save}>
      <Field label="Name" autoComplete="name" {...field('name')} />
      <Field
        label="Company"
        labelEnd={optional}
        autoComplete="organization"
        {...field('company')}
      />
      <Field
        label="Phone"
        hint="For delivery questions"
        type="tel"
        autoComplete="tel"
        {...field('phone')}
      />
      <Field label="Street and number" autoComplete="address-line1" {...field('street')} />
      <Field label="Postal code" autoComplete="postal-code" {...field('postalCode')} />
      <Field label="Town" autoComplete="address-level2" {...field('town')} />
      <RegionField country={chosen} {...field('region')} />
      <SelectField label="Country" autoComplete="country" {...field('country')}>
        <option value="">Choose a country</option>
        {byName.map(({ code, name: title }) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
      </SelectField>
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {changed ? 'Save address' : 'Add address'}
      </Button>
    </Form>
  )
}

const empty = {
  company: '',
  phone: '',
  street: '',
  postalCode: '',
  town: '',
  region: '',
} as const satisfies Partial<Values>

type RegionFieldProps = ReturnType<ReturnType<typeof useForm<Values>>['register']> & {
  country: string
  error: string | undefined
}

/** The regions of a country that has a list of them, else any text. */
function RegionField({ country, ...field }: RegionFieldProps) {
  const regions = regionsOf(country)
  if (!regions) {
    return <Field label="Region" labelEnd={optional} autoComplete="address-level1" {...field} />
  }
  return (
    <SelectField label="State or province" autoComplete="address-level1" {...field}>
      <option value="">Choose one</option>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
