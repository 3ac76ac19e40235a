import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, orEmpty, Phone, text } from '../shared/fields.ts'
import { specifiedMessages } from '../shared/specified-messages.ts'
import { countryName, isCountry } from './countries.ts'
import { needsPostalCode, storedPostalCode } from './postal-codes.ts'
import { storedRegion } from './regions.ts'

/** Addresses that one account can keep. */
export const addressesMax = 20

export const addressMessages = {
  regionRequired: 'Choose the state or province',
  postalCodeRequired: 'Postal code is Required',
  postalCodeInvalid: (country: string) => `Not a postal code of ${countryName(country)}`,
  gone: 'This address was deleted',
  tooMany: `You can keep ${addressesMax} addresses. Delete one first`,
}

const postalCodeMax = 16

/** A field that may be empty or left out. */
const optional = (max: number) =>
  z._default(orEmpty(text('Must not be blank', { max, isPrinted: true })), '')

const placeFields = {
  company: optional(80),
  street: text('Street is Required', { max: 160, isPrinted: true }),
  postalCode: optional(postalCodeMax),
  town: text('Town is Required', { max: 80, isPrinted: true }),
  /** In the USA and Canada the code of ISO 3166-2, such as `CA`. */
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

type InCountry = Pick<Place, 'country' | 'region' | 'postalCode'>

const stored = <Fields extends InCountry>(address: Fields): Fields => ({
  ...address,
  region: storedRegion(address.country, address.region) ?? address.region,
  postalCode: storedPostalCode(address.country, address.postalCode) ?? address.postalCode,
})

/** Whether the postal code can be one of the country; one that is too long has a message of its own. */
const hasItsCode = ({ country, postalCode }: InCountry) =>
  postalCode.length > postalCodeMax || storedPostalCode(country, postalCode) !== undefined

function checkCountry({ value, issues }: z.core.ParsePayload<InCountry>) {
  const { country, region, postalCode } = value
  const refuse = (field: keyof InCountry, message: string) =>
    issues.push({ code: 'custom', input: value, path: [field], message })
  if (storedRegion(country, region) === undefined) {
    refuse('region', addressMessages.regionRequired)
  }
  if (postalCode === '' && needsPostalCode(country)) {
    refuse('postalCode', addressMessages.postalCodeRequired)
  } else if (!hasItsCode(value)) {
    refuse('postalCode', addressMessages.postalCodeInvalid(country))
  }
}

const addressFields = {
  name: text(specifiedMessages.accounts.nameRequired, { max: 100, isPrinted: true }),
  phone: Phone,
  ...placeFields,
}

export const NewAddress = z.pipe(z.object(addressFields).check(checkCountry), z.transform(stored))
export type NewAddress = z.output<typeof NewAddress>

/** What the form of an address had when it was opened. */
const SeenAddress = z.object({ name: z.string(), phone: z.string(), ...Place.shape })
export type SeenAddress = z.output<typeof SeenAddress>

// Safe: the shape has the fields as keys.
export const addressFieldNames = Object.keys(SeenAddress.shape) as (keyof SeenAddress)[]

const ChangedAddress = z.pipe(
  z.object({ ...addressFields, seen: z.optional(SeenAddress) }).check(checkCountry),
  z.transform(stored),
)

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
    summary:
      'Change an address; orders keep theirs. With `seen`, what the caller was shown, it is refused if the address has changed since',
    body: ChangedAddress,
    response: Changed,
    problems: ['not-found', 'changed-meanwhile'],
  }),
  makeDefault: endpoint({
    ...ofOne,
    method: 'PUT',
    path: '/addresses/{id}/default',
    summary: 'Make an address the default',
    response: Changed,
  }),
  remove: endpoint({
    ...ofOne,
    method: 'DELETE',
    path: '/addresses/{id}',
    summary: 'Delete an address; if it was the default, the oldest other one takes its place',
    response: z.object({ deletedCount: z.number() }),
  }),
}
