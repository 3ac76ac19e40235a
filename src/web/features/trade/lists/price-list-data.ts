import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type NewPriceList, type PriceList, priceLists } from '#contract/prices/price-lists.ts'
import type { Rung } from '#contract/prices/unit-price.ts'
import { call, keyOf, read } from '#web/lib/api/api.ts'

export const usePriceLists = () => useQuery(read(priceLists.list, {}))

/** Changes of admins; what they changed is read again, also after a refusal. */
export function usePriceListChanges() {
  const client = useQueryClient()
  const refreshing = async <Result>(change: Promise<Result>) => {
    try {
      return await change
    } finally {
      await Promise.all(
        Object.values(priceLists)
          .filter(({ method }) => method === 'GET')
          .map((e) => client.invalidateQueries({ queryKey: keyOf(e) })),
      )
    }
  }
  return {
    add: (body: NewPriceList) => refreshing(call(priceLists.add, { body })),
    change: ({ _id: id }: PriceList, body: NewPriceList) =>
      refreshing(call(priceLists.change, { params: { id }, body })),
    remove: (id: string) => refreshing(call(priceLists.remove, { params: { id } })),
    setPrices: (id: string, product: string, prices: Rung[]) =>
      refreshing(call(priceLists.setPrices, { params: { id }, body: { product, prices } })),
    putAccount: (id: string, email: string) =>
      refreshing(call(priceLists.putAccount, { params: { id, email } })),
    removeAccount: (id: string, email: string) =>
      refreshing(call(priceLists.removeAccount, { params: { id, email } })),
  }
}
