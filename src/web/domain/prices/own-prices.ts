import {
  notifyManager,
  type Query,
  type QueryFilters,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { prices } from '#contract/products/account-prices.ts'
import { pricePaths } from '#contract/prices/price-paths.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { askTogether } from '#web/lib/api/ask-together.ts'
import { useSession } from '#web/lib/session/session.tsx'

/** The name of the public prices. */
const publicPrices = 'list'

const ownPricesKey = keyOf(pricePaths.own)

/** As many as the endpoint accepts; its own constant comes with schemas. */
const productsMax = 48

const askForPrices = askTogether(productsMax, (products) =>
  call<typeof prices.own>(pricePaths.own, { query: { products: products.join() } }),
)

/** The account's prices of a product. The reads that a page begins at the same time are one call. */
const readOwnPrices = (product: string) =>
  queryOptions({
    queryKey: [...ownPricesKey, product],
    queryFn: () => askForPrices(product),
    meta: { url: pricePaths.own.path, access: pricePaths.own.access, anonymous: false },
  })

/** The least goods of an order, with the list that asks for them. A list that lowers no price of a part has no name there. */
const leastOf = (from: string, goods: number) => ({
  list: from === publicPrices ? 'Your price list' : from,
  goods,
})

/** The account's prices of a product and the name of the list that they are from; undefined for the public ones. */
export function useOwnPrices(product: string) {
  const isSignedIn = useSession().status === 'signed-in'
  const { data, isPending } = useQuery({
    ...readOwnPrices(product),
    enabled: isSignedIn && product !== '',
  })
  const own = isSignedIn && data && data.from !== publicPrices ? data : undefined
  const least = isSignedIn && data?.minOrder ? leastOf(data.from, data.minOrder) : undefined
  return { own, least, isPending: isSignedIn && isPending }
}

/** Asked for by a part of the page, but never answered; also while they are asked for again. */
const isMissing = ({ state }: Query) => state.data === undefined && state.errorUpdateCount > 0

const missing: QueryFilters = { queryKey: ownPricesKey, type: 'active', predicate: isMissing }

/** Whether public prices are shown because those of the account could not be loaded, and how to ask for them again. */
export function useMissingPrices() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const areMissing = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => cache.findAll(missing).length > 0,
    () => false,
  )
  return { areMissing, retry: () => client.refetchQueries(missing) }
}
