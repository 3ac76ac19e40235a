import type { UseQueryResult } from '@tanstack/react-query'
import type { OwnOrder } from '#contract/orders.ts'
import type { OwnOrderTab } from '#contract/orders/order-filter.ts'
import type { OwnOrderCounts } from '#contract/own-orders.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import type { TotalCount } from '#web/lib/lists/total-count.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { NoMatchingOrders } from '../no-matching-orders.tsx'
import { OrderRow } from './order-row.tsx'
import { ownList, type OwnOrderListParams } from './own-orders.ts'

/** Labels of the states for customers. */
const tabs: Record<OwnOrderTab, string> = {
  all: 'All',
  'not-paid': 'To pay',
  'to-ship': 'Paid',
  shipped: 'Shipped',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
}

type OwnOrderListProps = {
  page: UseQueryResult<OwnOrder[]>
  tabCounts: OwnOrderCounts | undefined
  total: TotalCount
  params: OwnOrderListParams
  setParams: (change: Partial<OwnOrderListParams>) => void
  onDelete: (order: OwnOrder, pressed: HTMLButtonElement) => void
}

/** One page of the customer's orders, with tabs, search and pagination. */
export function OwnOrderList(props: OwnOrderListProps) {
  const { page, tabCounts, total, params, setParams, onDelete } = props
  return (
    <NumberedList
      list={ownList}
      params={params}
      setParams={setParams}
      page={page}
      total={total}
      noun="orders"
      searchedIn="Order, your order number, product or transaction id"
      tabs={
        <ListTabs
          list={ownList}
          params={params}
          label="Orders by state"
          texts={tabs}
          tabCounts={tabCounts}
        />
      }
      renderEmpty={(showInstead) => <NoOrders params={params} setParams={showInstead} />}
    >
      {(rows) => (
        <ul className="my-orders">
          {rows.map((order) => (
            <OrderRow
              key={order._id}
              order={order}
              onDelete={(pressed) => onDelete(order, pressed)}
            />
          ))}
        </ul>
      )}
    </NumberedList>
  )
}

function NoOrders({ params, setParams }: Pick<OwnOrderListProps, 'params' | 'setParams'>) {
  if (params.q || params.tab !== 'all' || params.page > 1) {
    return <NoMatchingOrders q={params.q} onReset={() => setParams({ q: '', tab: 'all' })} />
  }
  return (
    <EmptyState
      heading="h2"
      title="No orders yet"
      actions={
        <ButtonLink to="/products" variant="primary">
          {specifiedTexts.home.products}
        </ButtonLink>
      }
    >
      Your orders appear here with their payment and delivery status.
    </EmptyState>
  )
}
