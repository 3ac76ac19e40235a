import { useQuery } from '@tanstack/react-query'
import { ownOrders } from '#contract/own-orders.ts'
import { profiles } from '#contract/profiles.ts'
import { read } from '#web/lib/api/api.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { completeAddress, lastAddress } from './known-address.ts'

/** Orders that are searched for an address. */
const ordersSearched = 10

/**
 * The address that the customer is known by, of the profile or of the last order, and what the profile has of it.
 * `isWanted` is false for orders that have an address.
 */
export function useKnownAddress({ isWanted }: { isWanted: boolean }) {
  const { email } = useAccount()
  const profile = useQuery({ ...read(profiles.one, { params: { email } }), enabled: isWanted })
  const ofProfile = completeAddress(profile.data)
  const needsOrders = isWanted && !profile.isPending && !ofProfile
  const last = useQuery({
    ...read(ownOrders.mine, { query: { email, limit: ordersSearched } }),
    enabled: needsOrders,
  })
  const { phone = '', address = '' } = profile.data ?? {}
  return {
    known: isWanted ? (ofProfile ?? completeAddress(lastAddress(last.data ?? []))) : undefined,
    defaults: { phone, address },
    isLoading: isWanted && (profile.isPending || (needsOrders && last.isPending)),
  }
}
