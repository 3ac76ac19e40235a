import { queryOptions, useQuery } from '@tanstack/react-query'
import type { prices } from '#contract/prices/prices.ts'
import { priceAddresses } from '#contract/prices/price-addresses.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { askTogether } from '#web/lib/api/ask-together.ts'
import { useSession } from '#web/lib/session/session.tsx'

/** The name of the public prices. */
const publicPrices = 'list'

/** As many as the endpoint accepts; its own constant comes with schemas. */
const productsMax = 48

const askForPrices = askTogether(productsMax, (products) =>
  call<typeof prices.own>(priceAddresses.own, { query: { products: products.join() } }),
)

/** The account's prices of a product. The reads that a page begins at the same time are one call. */
const readOwnPrices = (product: string) =>
  queryOptions({
    queryKey: [...keyOf(priceAddresses.own), product],
    queryFn: () => askForPrices(product),
    meta: { url: priceAddresses.own.path, access: priceAddresses.own.access, anonymous: false },
  })

/** The least goods of an order, with the list that asks for them. A list that lowers no price of a part has no name there. */
const leastOf = (from: string, goods: number) => ({
  list: from === publicPrices ? 'Your price list' : from,
  goods,
})

/** The account's prices of a product and the name of the list that they are from; undefined for the public ones. */
export function useOwnPrices(product: string) {
  const isSignedIn = useSession().status === 'signed-in'
  const { data, isPending, isError } = useQuery({
    ...readOwnPrices(product),
    enabled: isSignedIn && product !== '',
  })
  const own = isSignedIn && data && data.from !== publicPrices ? data : undefined
  const least = isSignedIn && data?.minOrder ? leastOf(data.from, data.minOrder) : undefined
  return { own, least, isPending: isSignedIn && isPending, hasFailed: isSignedIn && isError }
}
