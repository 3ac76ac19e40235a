import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Decision,
  type ManagedTradeAccount,
  manageTradeAccounts,
  type TradeTab,
  tradeTabs,
} from '#contract/trade/trade-accounts.ts'
import { call, keyOf, read } from '#web/lib/api/api.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
} from '#web/lib/lists/list-params.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import { toTotalCount } from '#web/lib/lists/total-count.ts'

export interface TradeListParams extends ListParams {
  tab: TradeTab
}

export const tradeList: ListDefinition<TradeListParams> = {
  path: '/dashboard/tradeAccounts',
  parseParams: (parameters) => ({
    tab: oneOf<TradeTab>(tradeTabs, parameters.get('tab'), 'all'),
    ...parseListParams(parameters),
  }),
}

/** One page of the trade accounts, with the count of each state. */
export function useManagedAccounts({ q, tab, page: number, limit }: TradeListParams) {
  const search = q ? { q } : {}
  const page = useQuery({
    ...read(manageTradeAccounts.list, { query: { ...search, tab, page: number, limit } }),
    placeholderData: keepPreviousData,
  })
  const counts = useQuery({
    ...read(manageTradeAccounts.counts, { query: search }),
    placeholderData: keepPreviousData,
  })
  return {
    page,
    tabCounts: counts.data,
    total: toTotalCount(counts, ({ counts: byTab }) => byTab[tab]),
  }
}

/** Sends the decision of the admin about what the admin sees. */
export function useDecide() {
  const client = useQueryClient()
  const { list, counts, changes } = manageTradeAccounts
  return async (
    { email, state, company, taxId, invoiceAddress, taxExempt, ...account }: ManagedTradeAccount,
    decision: Omit<Decision, 'seen'>,
  ) => {
    const priceList = account.priceList?._id ?? null
    const seen = { state, company, taxId, invoiceAddress, taxExempt, priceList }
    try {
      await call(manageTradeAccounts.decide, {
        params: { email },
        body: { ...decision, seen },
      })
    } finally {
      // What the customer or another admin has changed is shown then.
      await Promise.all(
        [list, counts, changes].map((e) => client.invalidateQueries({ queryKey: keyOf(e) })),
      )
    }
  }
}
