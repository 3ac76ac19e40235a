import { ArrowLeft } from 'lucide-react'
import { dollars } from '#contract/formats/formatting.ts'
import type { PriceList } from '#contract/prices/price-lists.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { type ListDefinition, parseListParams, useListParams } from '#web/lib/lists/list-params.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { ListAccounts } from './list-accounts.tsx'
import { type ListPageParams, type ListTab, listTabs } from './list-tabs.ts'
import { ListPrices } from './list-prices.tsx'
import { usePriceLists } from './price-list-data.ts'

const tabTexts: Record<ListTab, string> = { accounts: 'Accounts', prices: 'Own prices' }

/** One price list: its accounts and its own prices. */
export function PriceListPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = usePriceLists()
  const retry = () => refetch()
  const list = data?.find(({ _id }) => _id === id)
  return (
    <>
      <DashboardHead page="Price list" heading={list?.name ?? 'Price list'}>
        <ButtonLink size="small" to="/dashboard/priceLists" icon={ArrowLeft}>
          All price lists
        </ButtonLink>
      </DashboardHead>
      {list ? (
        <ListContents list={list} retry={retry} />
      ) : data ? (
        <EmptyState heading="h2" title="This price list does not exist" />
      ) : error ? (
        <FailedState heading="h2" title="The price list could not be loaded" onRetry={retry}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

type ListContentsProps = { list: PriceList; retry: () => Promise<unknown> }

function ListContents({ list, retry }: ListContentsProps) {
  const { _id: id, percentOff, minOrder, accounts, products } = list
  const definition: ListDefinition<ListPageParams> = {
    path: `/dashboard/priceLists/${id}`,
    parseParams: (parameters) => ({
      tab: oneOf<ListTab>(listTabs, parameters.get('tab'), 'accounts'),
      ...parseListParams(parameters),
    }),
  }
  const { params, setParams } = useListParams(definition)
  const tabs = (
    <ListTabs
      list={definition}
      params={params}
      label="Parts of the price list"
      texts={tabTexts}
      tabCounts={{ counts: { accounts, prices: products } }}
    />
  )
  const rows = params.tab === 'accounts' ? accounts : products
  const total = { rows, isCapped: false, error: null, retry }
  const shown = { id, list: definition, params, setParams, total, tabs }
  return (
    <div className="stack stack--wide">
      <p>
        {percentOff > 0 ? `${percentOff}% off every public price` : 'Own prices alone'}
        {minOrder > 0 && `, orders from ${dollars(minOrder)} of goods on`}. The lowest price that
        applies is taken.
      </p>
      {params.tab === 'accounts' ? <ListAccounts {...shown} /> : <ListPrices {...shown} />}
    </div>
  )
}
