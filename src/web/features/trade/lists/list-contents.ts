import type { PriceList } from '#contract/prices/price-lists.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

type ListTab = 'accounts' | 'prices'

/** The contents of a price list, one kind in each tab. */
export const contentsOf = (id: string, noun = { one: 'account', many: 'accounts' }) =>
  managedList<ListTab>({
    path: pathTo.priceList(id),
    noun,
    tabs: {
      label: 'Parts of the price list',
      texts: { accounts: 'Accounts', prices: 'Own prices' },
    },
  })

/** The numbers of both kinds, which the list itself has. */
export const countsOf = (id: string) => (lists: readonly PriceList[]) => {
  const { accounts = 0, products: prices = 0 } = lists.find(({ _id }) => _id === id) ?? {}
  return { counts: { accounts, prices }, isCapped: false }
}
