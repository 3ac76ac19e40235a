import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Address, addresses, NewAddress } from '#contract/addresses/addresses.ts'
import { call } from '#web/lib/api/api.ts'
import { attemptKeys } from '#web/lib/api/idempotency-key.ts'
import { showProblem } from '#web/lib/forms/forms.ts'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { useTouch } from '../use-change.ts'

export type AddressValues = z.input<typeof NewAddress>

/** The labels of the fields, in the order in which the form shows them. */
export const addressLabels = {
  name: 'Name',
  company: 'Company',
  phone: 'Phone',
  street: 'Street and number',
  postalCode: 'Postal code',
  town: 'Town',
  region: 'Region',
  country: 'Country',
} as const

// Safe: the labels have the fields as keys.
const fields = Object.keys(addressLabels) as (keyof typeof addressLabels)[]

export interface AddressFormOptions {
  /** Name of the form's draft. */
  draftName: string
  /** The address to change; a new one without. */
  changed?: Address | undefined
  /** Country of a new address. */
  country?: string | undefined
  /** Phone of a new address. */
  phone?: string | undefined
}

export type AddressFormState = ReturnType<typeof useAddressForm>

/** The form of an address of the address book. */
export function useAddressForm({ draftName, changed, country, phone }: AddressFormOptions) {
  const touch = useTouch()
  const { name } = useAccount()
  const [keys] = useState(attemptKeys)
  const stored = changed ? valuesOf(changed) : newAddress({ name, phone, country })
  const form = useForm<AddressValues, unknown, NewAddress>({
    resolver: zodResolver(NewAddress),
    defaultValues: stored,
  })
  const draft = useDraft(draftName, form, fields, changed && stored)

  async function store(body: NewAddress): Promise<string> {
    if (changed) {
      const seen = draft.seen
      await call(addresses.change, { params: { id: changed._id }, body: { ...body, seen } })
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

  /** From now on the form has seen what another device has made of the address. */
  async function seeCurrent(id: string) {
    const book = await call(addresses.list, {}).catch(() => [])
    const current = book.find(({ _id }) => _id === id)
    if (current) draft.see(valuesOf(current))
    await touch('addresses')
  }

  /** Stores the address in the address book; returns its id, or undefined once the fields say why it is not. */
  async function save(): Promise<string | undefined> {
    let saved: string | undefined
    await form.handleSubmit(async (body) => {
      try {
        saved = await store(body)
      } catch (error) {
        showProblem(form, error)
        if (changed && isProblem(error, 'changed-meanwhile')) await seeCurrent(changed._id)
        return
      }
      draft.forget()
      await touch('addresses')
    })()
    return saved
  }

  return { form, draft, save }
}

const newAddress = ({
  name,
  phone = '',
  country = '',
}: Pick<AddressFormOptions, 'phone' | 'country'> & { name: string }) => ({
  name,
  phone,
  country,
  company: '',
  street: '',
  postalCode: '',
  town: '',
  region: '',
})

const valuesOf = ({ name, company, phone, ...place }: Address) => ({
  name,
  company,
  phone,
  street: place.street,
  postalCode: place.postalCode,
  town: place.town,
  region: place.region,
  country: place.country,
})
