import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OrderCounts } from '#contract/manage-orders.ts'
import type { Order, OrderSort, OrderTab } from '#contract/orders.ts'
import type { Counted } from '#web/lib/counted.ts'
import { dollars, shortId } from '#web/lib/format.ts'
import { sumOf } from '#web/lib/order-sum.ts'
import { partDrawing } from '#web/lib/part-drawing.ts'
import type { Selection } from '#web/lib/selection.ts'
import { addressOf, sortedBy } from '#web/lib/shown-rows.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListTabs } from '#web/ui/list-tabs.tsx'
import { NumberedList } from '#web/ui/numbered-list.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SelectBox } from '#web/ui/select-box.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Delivery } from './delivery.tsx'
import { managedList, type ShownOrders, sortTexts } from './managed-orders.ts'
import { NoSuchOrders } from './no-such-orders.tsx'

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
  const columns: Column<Order>[] = [
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
    <NumberedList
      list={managedList}
      shown={shown}
      show={show}
      page={page}
      counted={counted}
      noun="orders"
      searchedIn="Order, product, email or transaction id"
      tabs={
        <ListTabs
          label="Orders by state"
          texts={tabs}
          shown={shown.tab}
          found={found}
          to={(tab) => addressOf(managedList, { ...shown, tab, page: 1 })}
        />
      }
      bulk={bulk}
      tools={<SortSelect texts={sortTexts} sorted={shown} onSort={show} />}
      renderEmpty={(showInstead) => <NoOrders shown={shown} show={showInstead} />}
    >
      {(rows) => (
        <DataTable
          caption="Orders; the headings of the columns sort them"
          rows={rows}
          columns={columns}
          card={card}
          sorting={{
            by: shown.sort,
            direction: shown.direction,
            onSort: (by) => show(sortedBy(shown, by as OrderSort, textColumns)),
          }}
          selection={{ ...selection, nameOf }}
        />
      )}
    </NumberedList>
  )
}

const textColumns: OrderSort[] = ['product', 'customer', 'delivery']

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
