import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OrderCounts } from '#contract/manage-orders.ts'
import type { Order, OrderSort, OrderTab } from '#contract/orders.ts'
import type { Counted } from '#web/lib/lists/total-count.ts'
import { dollars, shortId } from '#contract/shared/formatting.ts'
import { sumOf } from '#web/domain/price-breakdown.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SelectBox } from '#web/ui/list/select-box.tsx'
import { SortedList } from '#web/ui/list/sorted-list.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Delivery } from '../delivery.tsx'
import { managedList, type ShownOrders, sortTexts } from './managed-orders.ts'
import { NoSuchOrders } from '../no-such-orders.tsx'

/** The states as who ships the orders calls them. */
const tabs: Record<OrderTab, string> = {
  all: 'All',
  'to-ship': 'To ship',
  shipped: 'Shipped',
  'not-paid': 'Not paid',
  refunded: 'Refunded',
}

type ManagedOrderListProps = {
  page: UseQueryResult<Order[]>
  shown: ShownOrders
  show: (change: Partial<ShownOrders>) => void
  found: OrderCounts | undefined
  counted: Counted
  selection: Selection
  bulk: ReactNode
  onShip: (order: Order, pressed: HTMLButtonElement) => Promise<void>
  onLook: (order: Order) => void
}

/** A page of orders as a table or cards, with what chooses, sorts and pages it. */
export function ManagedOrderList(props: ManagedOrderListProps) {
  const { page, shown, show, found, counted, selection, bulk, onShip, onLook } = props
  const code = (order: Order) => <OrderCode order={order} onLook={onLook} />
  const delivery = (order: Order) => (
    <Delivery order={order} onShip={(pressed) => onShip(order, pressed)} />
  )
  const columns: Column<Order, OrderSort>[] = [
    { title: 'Order', sort: 'order', cell: code },
    { title: 'Product', sort: 'product', cell: product },
    { title: 'Quantity', sort: 'quantity', isNumber: true, cell: ({ quantity }) => quantity },
    { title: 'Amount', sort: 'amount', isNumber: true, cell: amount },
    { title: 'Customer', sort: 'customer', cell: receiver },
    { title: 'Delivery', sort: 'delivery', cell: delivery },
  ]
  const card = (order: Order) => (
    <>
      <div className="card-row">
        {thumb(order)}
        <div>
          <span className="table__main">{order.name}</span>
          <small>{sumOf(order)}</small>
        </div>
        <span className="card-row__end">{amount(order)}</span>
      </div>
      <div className="card-row">
        {nameOf(order) && <SelectBox selection={selection} id={order._id} name={nameOf(order)} />}
        <div>
          {receiver(order)}
          {code(order)}
        </div>
        <span className="card-row__end">{delivery(order)}</span>
      </div>
    </>
  )
  return (
    <SortedList
      list={managedList}
      shown={shown}
      show={show}
      page={page}
      counted={counted}
      noun="orders"
      searchedIn="Order, product, email or transaction id"
      tabs={
        <ListTabs
          list={managedList}
          shown={shown}
          label="Orders by state"
          texts={tabs}
          found={found}
        />
      }
      bulk={bulk}
      sortTexts={sortTexts}
      textColumns={['product', 'customer', 'delivery']}
      caption="Orders; the headings of the columns sort them"
      columns={columns}
      card={card}
      selection={{ ...selection, nameOf }}
      renderEmpty={(showInstead) => <NoOrders shown={shown} show={showInstead} />}
    />
  )
}

/** Only what waits to be shipped can be selected. */
const nameOf = ({ _id, status }: Order) => (status === 'paid' ? `order ${shortId(_id)}` : undefined)

function NoOrders({ shown, show }: Pick<ManagedOrderListProps, 'shown' | 'show'>) {
  if (shown.q || shown.tab !== 'all' || shown.page > 1) {
    return <NoSuchOrders q={shown.q} onReset={() => show({ q: '', tab: 'all' })} />
  }
  return (
    <EmptyState heading="h2" title="No orders yet">
      What customers order appears here, with its payment and delivery state.
    </EmptyState>
  )
}

type OrderCodeProps = { order: Order; onLook: (order: Order) => void }

function OrderCode({ order, onLook }: OrderCodeProps) {
  const { _id, transactionId } = order
  return (
    <span className="mono order-code">
      <button type="button" className="link-button" onClick={() => onLook(order)}>
        {shortId(_id)}
        <span className="visually-hidden"> details</span>
      </button>
      {transactionId && <small title={transactionId}>{transactionId}</small>}
    </span>
  )
}

const thumb = ({ img, name }: Order) => (
  <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb" />
)

const product = (order: Order) => (
  <span className="table__with-thumb">
    {thumb(order)}
    <span className="table__main">{order.name}</span>
  </span>
)

const receiver = ({ email, delivery }: Order) => (
  <>
    <span className="order-receiver">{email}</span>
    <small className="pre-wrap">
      {delivery
        ? `${delivery.name}\n${delivery.address}\n${delivery.phone}`
        : 'No delivery address'}
    </small>
  </>
)

const amount = ({ price }: Order) => <b>{dollars(price)}</b>
