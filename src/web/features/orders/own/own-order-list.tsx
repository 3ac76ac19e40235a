import type { UseQueryResult } from '@tanstack/react-query'
import type { OwnOrder, OwnOrderTab } from '#contract/orders.ts'
import type { OwnOrderCounts } from '#contract/own-orders.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import type { Counted } from '#web/lib/lists/total-count.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { NoSuchOrders } from '../no-such-orders.tsx'
import { OrderRow } from './order-row.tsx'
import { ownList, type ShownOwnOrders } from './own-orders.ts'

/** The states as who placed the orders calls them. */
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
  found: OwnOrderCounts | undefined
  counted: Counted
  shown: ShownOwnOrders
  show: (change: Partial<ShownOwnOrders>) => void
  onDelete: (order: OwnOrder, pressed: HTMLButtonElement) => void
}

/** A page of the customer's orders, with what chooses, searches and pages it. */
export function OwnOrderList(props: OwnOrderListProps) {
  const { page, found, counted, shown, show, onDelete } = props
  return (
    <NumberedList
      list={ownList}
      shown={shown}
      show={show}
      page={page}
      counted={counted}
      noun="orders"
      searchedIn="Product, order or transaction id"
      tabs={
        <ListTabs list={ownList} shown={shown} label="Orders by state" texts={tabs} found={found} />
      }
      renderEmpty={(showInstead) => <NoOrders shown={shown} show={showInstead} />}
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

function NoOrders({ shown, show }: Pick<OwnOrderListProps, 'shown' | 'show'>) {
  if (shown.q || shown.tab !== 'all' || shown.page > 1) {
    return <NoSuchOrders q={shown.q} onReset={() => show({ q: '', tab: 'all' })} />
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
      Orders you place appear here with their payment and delivery state.
    </EmptyState>
  )
}
