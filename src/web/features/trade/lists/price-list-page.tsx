import { ArrowLeft } from 'lucide-react'
import { dollars } from '#contract/formats/formatting.ts'
import type { PriceList } from '#contract/prices/price-lists.ts'
import { ObjectLog } from '#web/domain/audit/object-log.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { ListAccounts } from './list-accounts.tsx'
import { contentsOf } from './list-contents.ts'
import { ListPrices } from './list-prices.tsx'
import { usePriceLists } from './price-list-data.ts'

/** One price list: its accounts and its own prices. */
export function PriceListPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = usePriceLists()
  const list = data?.find(({ _id }) => _id === id)
  return (
    <>
      <DashboardHead page="Price list" heading={list?.name ?? 'Price list'}>
        <ButtonLink size="small" to={pathTo.priceLists} icon={ArrowLeft}>
          All price lists
        </ButtonLink>
      </DashboardHead>
      {list ? (
        <ListContents list={list} />
      ) : data ? (
        <EmptyState heading="h2" title="This price list does not exist" />
      ) : error ? (
        <FailedState
          heading="h2"
          title="The price list could not be loaded"
          onRetry={() => refetch()}
        >
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

function ListContents({ list }: { list: PriceList }) {
  const { _id: id, percentOff, minOrder } = list
  const { params } = useListParams(contentsOf(id))
  return (
    <div className="stack stack--wide">
      <p>
        {percentOff > 0 ? `${percentOff}% off all list prices` : 'Individual prices only'}
        {minOrder > 0 && `, minimum order ${dollars(minOrder)}`}. Customers pay the lowest price
        that applies.
      </p>
      {params.tab === 'accounts' ? <ListAccounts id={id} /> : <ListPrices id={id} />}
      <ObjectLog object={id} />
    </div>
  )
}
