import { type QueryClient, useQuery } from '@tanstack/react-query'
import { pricePaths } from '#contract/prices/price-paths.ts'
import type { prices } from '#contract/products/account-prices.ts'
import { read } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.tsx'

/** Whose prices a list is sorted and filtered by: those that its reader sees. */
export type ShownPrices = 'public' | 'own'

const readPriceList = read<typeof prices.list>(pricePaths.list, {})

/** Whose prices the reader sees, which is asked if it is needed; undefined until it is known. */
export function useShownPrices(isNeeded: boolean): ShownPrices | undefined {
  const isAsked = useSession().status === 'signed-in' && isNeeded
  const { data, isPending } = useQuery({ ...readPriceList, enabled: isAsked })
  if (!isAsked) return 'public'
  if (isPending) return undefined
  // The answer about own prices is right for everyone.
  return data?.name === null ? 'public' : 'own'
}

/** The same as far as it has been asked before. */
export const knownPrices = (client: QueryClient): ShownPrices =>
  client.getQueryData(readPriceList.queryKey)?.name ? 'own' : 'public'
