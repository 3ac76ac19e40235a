import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, orEmpty, Phone, text } from '../shared/fields.ts'
import { specifiedMessages } from '../shared/specified-messages.ts'
import { isCountry } from './countries.ts'
import { storedRegion } from './regions.ts'

/** Addresses that one account can keep. */
export const addressesMax = 20

export const addressMessages = {
  regionRequired: 'Choose the state or province',
  tooMany: `You can keep ${addressesMax} addresses. Delete one first`,
}

/** A field that may be empty or left out. */
const optional = (max: number) => z._default(orEmpty(text('Must not be blank', { max })), '')

const placeFields = {
  company: optional(80),
  street: text('Street is Required', { max: 160 }),
  postalCode: optional(16),
  town: text('Town is Required', { max: 80 }),
  /** Of the USA and Canada the code of ISO 3166-2, such as `CA`. */
  region: optional(80),
  /** The code of ISO 3166-1 alpha-2, such as `DE`. */
  country: z
    .string('Country is Required')
    .check(z.trim(), z.toUpperCase(), z.refine(isCountry, 'Country is Required')),
}

/** Where to deliver, in fields. */
export const Place = z.object({
  company: z.string(),
  street: z.string(),
  postalCode: z.string(),
  town: z.string(),
  region: z.string(),
  country: z.string(),
})
export type Place = z.output<typeof Place>

const stored = <Fields extends { country: string; region: string }>(address: Fields): Fields => ({
  ...address,
  region: storedRegion(address.country, address.region) ?? address.region,
})

export const NewAddress = z.pipe(
  z
    .object({
      name: text(specifiedMessages.accounts.nameRequired, { max: 100 }),
      phone: Phone,
      ...placeFields,
    })
    .check(
      z.refine(({ country, region }) => storedRegion(country, region) !== undefined, {
        error: addressMessages.regionRequired,
        path: ['region'],
      }),
    ),
  z.transform(stored),
)
export type NewAddress = z.output<typeof NewAddress>

export const Address = z.extend(Place, {
  _id: Id,
  name: z.string(),
  phone: z.string(),
  /** As it is printed on a label, without name and phone. */
  printed: z.string(),
  /** Where orders are delivered if nothing else is chosen. */
  isDefault: z.boolean(),
})
export type Address = z.output<typeof Address>

const Changed = z.object({ modifiedCount: z.number() })

const ofOne = {
  access: 'customer',
  limit: 'addresses',
  params: IdParams,
  problems: ['not-found'],
  keepsPublicReads: true,
} as const

/** The address book of an account. */
export const addresses = {
  list: endpoint({
    method: 'GET',
    path: '/addresses',
    access: 'customer',
    summary: 'Your addresses: the default one, then the oldest first',
    response: z.array(Address),
  }),
  add: endpoint({
    method: 'POST',
    path: '/addresses',
    access: 'customer',
    summary: `Add an address, ${addressesMax} at most; the first one is the default`,
    limit: 'addresses',
    body: NewAddress,
    response: z.object({ insertedId: Id }),
    problems: ['too-many-addresses'],
    idempotent: true,
    keepsPublicReads: true,
  }),
  change: endpoint({
    ...ofOne,
    method: 'PUT',
    path: '/addresses/{id}',
    summary: 'Change an address; orders keep theirs',
    body: NewAddress,
    response: Changed,
  }),
  makeDefault: endpoint({
    ...ofOne,
    method: 'PUT',
    path: '/addresses/{id}/default',
    summary: 'Deliver to this address if nothing else is chosen',
    response: Changed,
  }),
  remove: endpoint({
    ...ofOne,
    method: 'DELETE',
    path: '/addresses/{id}',
    summary: 'Delete an address; of the default one, the oldest other takes its place',
    response: z.object({ deletedCount: z.number() }),
  }),
}
