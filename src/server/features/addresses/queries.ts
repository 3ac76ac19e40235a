import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { addressesMax, addressFieldNames, addressMessages } from '#contract/addresses/addresses.ts'
import type { Address, NewAddress, Place, SeenAddress } from '#contract/addresses/addresses.ts'
import { countryName } from '#contract/addresses/countries.ts'
import { printedAddress } from '#contract/addresses/printed-address.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'

type Trx = Transaction<Schema>

interface OwnAddress {
  userId: string
  id: string
}

const selectAddresses = (db: Db | Trx, userId: string) =>
  db
    .selectFrom('addresses')
    .select(['id', 'name', 'phone', 'printed', 'is_default'])
    .select(['company', 'street', 'postal_code', 'town', 'region', 'country'])
    .where('user_id', '=', userId)

type AddressRow = Awaited<ReturnType<ReturnType<typeof selectAddresses>['executeTakeFirstOrThrow']>>

const toPlace = ({ company, street, postal_code, town, region, country }: AddressRow): Place => ({
  company,
  street,
  postalCode: postal_code,
  town,
  region,
  country,
})

const toAddress = (row: AddressRow): Address => ({
  _id: row.id,
  name: row.name,
  phone: row.phone,
  ...toPlace(row),
  printed: row.printed,
  isDefault: row.is_default,
})

/** The addresses of an account: the default one, then the oldest first. */
export async function listAddresses(db: Db, userId: string): Promise<Address[]> {
  const rows = await selectAddresses(db, userId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toAddress)
}

/** One address of an account. */
export async function findAddress(
  db: Db | Trx,
  { userId, id }: OwnAddress,
): Promise<Address | undefined> {
  const row = await selectAddresses(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toAddress(row)
}

/** Serializes the changes of one address book, so that its limit holds and it has one default. */
const lockAddresses = (trx: Trx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('addresses'), hashtext(${userId}))`.execute(trx)

const toRow = ({ postalCode, ...address }: NewAddress) => ({
  ...address,
  postal_code: postalCode,
  printed: printedAddress({ ...address, postalCode }),
})

export async function addAddress(trx: Trx, userId: string, address: NewAddress) {
  await lockAddresses(trx, userId)
  const { count } = await trx
    .selectFrom('addresses')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= addressesMax) {
    throw new AppError('too-many-addresses', { detail: addressMessages.tooMany })
  }
  const { id } = await trx
    .insertInto('addresses')
    .values({ user_id: userId, ...toRow(address), is_default: count === 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { insertedId: id }
}

interface AddressChange {
  address: NewAddress
  /** What the caller was shown. */
  seen: SeenAddress | undefined
}

/**
 * Returns the number of changed addresses. Refuses one that has changed since it was seen, unless to the same: the
 * fields of an address belong together, so that those of two devices are not mixed.
 */
export async function changeAddress(
  trx: Trx,
  { userId, id }: OwnAddress,
  { address, seen }: AddressChange,
) {
  const row = await selectAddresses(trx, userId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return 0
  const stored = toAddress(row)
  if (seen && changedFields(stored, address).length > 0) {
    refuseChanges(stored, changedFields(stored, seen))
  }
  await trx.updateTable('addresses').set(toRow(address)).where('id', '=', id).execute()
  return 1
}

const changedFields = (stored: SeenAddress, seen: SeenAddress) =>
  addressFieldNames.filter((field) => stored[field] !== seen[field])

function changedTo(stored: SeenAddress, field: keyof SeenAddress) {
  const now = field === 'country' ? countryName(stored.country) : stored[field]
  return now === ''
    ? 'Emptied on another device. Save again to fill it'
    : `Changed to “${now}” on another device. Save again to replace it`
}

function refuseChanges(stored: SeenAddress, changed: readonly (keyof SeenAddress)[]) {
  if (changed.length === 0) return
  throw new AppError('changed-meanwhile', {
    errors: changed.map((field) => ({ field, message: changedTo(stored, field) })),
  })
}

/** Returns the number of addresses that are the default now. */
export async function makeDefault(trx: Trx, { userId, id }: OwnAddress) {
  await lockAddresses(trx, userId)
  const isOwn = await findAddress(trx, { userId, id })
  if (!isOwn) return 0
  // Two statements: a unique index is checked row by row.
  await trx
    .updateTable('addresses')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('addresses')
    .set({ is_default: true })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes an address; of the default one, the oldest other takes its place. Returns the number of deleted ones. */
export async function removeAddress(trx: Trx, { userId, id }: OwnAddress) {
  await lockAddresses(trx, userId)
  const removed = await trx
    .deleteFrom('addresses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('is_default')
    .executeTakeFirst()
  if (!removed) return 0
  if (removed.is_default) {
    await trx
      .updateTable('addresses')
      .set({ is_default: true })
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('addresses').select('id').where('user_id', '=', userId).orderBy('id').limit(1),
      )
      .execute()
  }
  return 1
}
