import { useQuery } from '@tanstack/react-query'
import { addresses } from '#contract/addresses/addresses.ts'
import type { Delivery } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { profiles } from '#contract/profiles.ts'
import { read } from '#web/lib/api/api.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { asDelivery, completeAddress, lastAddress } from './known-address.ts'

/** Orders that are searched for an address. */
const ordersSearched = 10

interface KnownAddress {
  delivery: Delivery
  /** Its id in the address book. */
  saved?: string
}

/** The address book; empty if it could not be loaded, since an address can be typed too. */
export function useAddressBook({ isWanted }: { isWanted: boolean }) {
  const { data = [], isPending } = useQuery({ ...read(addresses.list, {}), enabled: isWanted })
  return { book: data, isLoading: isWanted && isPending }
}

/**
 * The address that the customer is known by, of the address book, the profile or the last order, and what the profile has
 * of it. `isWanted` is false for orders that have an address.
 */
export function useKnownAddress({ isWanted }: { isWanted: boolean }) {
  const { email } = useAccount()
  const { book, isLoading: isLoadingBook } = useAddressBook({ isWanted })
  const [saved] = book
  const profile = useQuery({ ...read(profiles.one, { params: { email } }), enabled: isWanted })
  const ofProfile = completeAddress(profile.data)
  const needsOrders = isWanted && !profile.isPending && !isLoadingBook && !saved && !ofProfile
  const last = useQuery({
    ...read(ownOrders.mine, { query: { email, limit: ordersSearched } }),
    enabled: needsOrders,
  })
  const { phone = '', address = '' } = profile.data ?? {}
  const typed = ofProfile ?? completeAddress(lastAddress(last.data ?? []))
  const known: KnownAddress | undefined = saved
    ? { delivery: asDelivery(saved), saved: saved._id }
    : typed && { delivery: typed }
  return {
    known: isWanted ? known : undefined,
    defaults: { phone, address },
    isLoading: isWanted && (isLoadingBook || profile.isPending || (needsOrders && last.isPending)),
  }
}
