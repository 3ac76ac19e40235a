import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { customerText } from '#contract/privacy/erased.ts'
import { orderFor } from '#contract/vehicles/ordered-for.ts'
import type { OrderCounts } from '#contract/manage-orders.ts'
import { isShippable, lacksAddress, type Order } from '#contract/orders.ts'
import { type OrderSort, type OrderTab } from '#contract/orders/order-filter.ts'
import type { TotalCount } from '#web/lib/lists/total-count.ts'
import { classNames } from '#web/lib/class-names.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import { OrderLines } from '#web/domain/orders/order-lines.tsx'
import { priceBreakdown } from '#web/domain/orders/price-breakdown.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SelectBox } from '#web/ui/list/select-box.tsx'
import { SortedList } from '#web/ui/list/sorted-list.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Delivery } from '../delivery.tsx'
import { managedList, type OrderListParams, sortTexts } from './managed-orders.ts'
import { NoMatchingOrders } from '../no-matching-orders.tsx'

/** Labels of the states for admins. */
const tabs: Record<OrderTab, string> = {
  all: 'All',
  'to-ship': 'To ship',
  shipped: 'Shipped',
  'not-paid': 'Not paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

type ManagedOrderListProps = {
  page: UseQueryResult<Order[]>
  params: OrderListParams
  setParams: (change: Partial<OrderListParams>) => void
  tabCounts: OrderCounts | undefined
  total: TotalCount
  selection: Selection
  bulk: ReactNode
  /** Ids of the orders whose shipping can be undone. */
  undoable: ReadonlySet<string>
  onShip: (order: Order, pressed: HTMLButtonElement) => Promise<void>
  onUndo: (order: Order, pressed: HTMLButtonElement) => Promise<void>
  onOpen: (order: Order) => void
}

/** One page of all orders, with tabs, search, sorting and pagination. */
export function ManagedOrderList(props: ManagedOrderListProps) {
  const { page, params, setParams, tabCounts, total, selection, bulk, onOpen } = props
  const { undoable, onShip, onUndo } = props
  const code = (order: Order) => <OrderCode order={order} onLook={onOpen} />
  const delivery = (order: Order) => (
    <Delivery
      order={order}
      onShip={(pressed) => onShip(order, pressed)}
      onUndo={undoable.has(order._id) ? (pressed) => onUndo(order, pressed) : undefined}
    />
  )
  const columns: Column<Order, OrderSort>[] = [
    { title: 'Order', sort: 'order', cell: code, width: 'code' },
    { title: 'Product', sort: 'product', cell: product },
    {
      title: 'Quantity',
      sort: 'quantity',
      isNumber: true,
      cell: ({ quantity }) => quantity,
      width: 'number',
    },
    { title: 'Amount', sort: 'amount', isNumber: true, cell: amount, width: 'amount' },
    { title: 'Customer', sort: 'customer', cell: customer, width: 'person' },
    { title: 'Delivery', sort: 'delivery', cell: delivery, width: 'action' },
  ]
  const card = (order: Order) => (
    <>
      <div className="card-row">
        {thumb(order)}
        <div>
          <span className="table__main">{order.name}</span>
          {order.lines.length === 1 && <small>{priceBreakdown(order)}</small>}
          <Car order={order} />
          <Reference order={order} />
        </div>
        <span className="card-row__end">{amount(order)}</span>
      </div>
      <OrderLines order={order} text={priceBreakdown(order)} />
      <div className="order-receiver">{customer(order)}</div>
      <div className="card-row">
        {nameOf(order) && <SelectBox selection={selection} id={order._id} name={nameOf(order)} />}
        {code(order)}
        <span className="card-row__end">{delivery(order)}</span>
      </div>
    </>
  )
  return (
    <SortedList
      list={managedList}
      params={params}
      setParams={setParams}
      page={page}
      total={total}
      noun="orders"
      searchedIn="Order, buyer’s number, product, email or transaction"
      tabs={
        <ListTabs
          list={managedList}
          params={params}
          label="Orders by state"
          texts={tabs}
          tabCounts={tabCounts}
        />
      }
      bulk={bulk}
      sortTexts={sortTexts}
      textColumns={['product', 'customer', 'delivery']}
      caption="Orders; the headings of the columns sort them"
      columns={columns}
      card={card}
      isDense
      selection={{ ...selection, nameOf }}
      renderEmpty={(showInstead) => <NoOrders params={params} setParams={showInstead} />}
    />
  )
}

/** Only orders that are ready to ship can be selected. */
const nameOf = (order: Order) => (isShippable(order) ? `order ${shortId(order._id)}` : undefined)

function NoOrders({ params, setParams }: Pick<ManagedOrderListProps, 'params' | 'setParams'>) {
  if (params.q || params.tab !== 'all' || params.page > 1) {
    return <NoMatchingOrders q={params.q} onReset={() => setParams({ q: '', tab: 'all' })} />
  }
  return (
    <EmptyState heading="h2" title="No orders yet">
      Customers’ orders appear here with their payment and delivery status.
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
  <div className="table__with-thumb">
    {thumb(order)}
    <div>
      {order.lines.length === 1 ? (
        <>
          {title(order)}
          <Car order={order} />
          <Reference order={order} />
        </>
      ) : (
        <OrderLines order={order} note={order.reference}>
          {title(order)}
        </OrderLines>
      )}
    </div>
  </div>
)

const title = ({ name }: Order) => (
  <span className="table__main clip" title={name}>
    {name}
  </span>
)

/** The car of an order of one part; several have theirs beside each part. */
function Car({ order }: { order: Order }) {
  const car = orderFor(order)
  return (
    car && (
      <small className="clip" title={car}>
        For: {car}
      </small>
    )
  )
}

const Reference = ({ order: { reference } }: { order: Order }) =>
  reference && (
    <small className="clip" title={reference}>
      <span className="visually-hidden">Buyer’s order number </span>
      {reference}
    </small>
  )

/** On two lines in a table; the details have the whole address. */
function customer(order: Order) {
  const { email, delivery } = order
  const to = delivery && `${delivery.name}, ${delivery.address.replaceAll(/\s*\n\s*/g, ', ')}`
  return (
    <>
      <span className="clip" title={customerText(email)}>
        {customerText(email)}
      </span>
      {to ? (
        <small className="clip" title={to}>
          {to}
        </small>
      ) : (
        <NoAddress order={order} />
      )}
    </>
  )
}

const NoAddress = ({ order }: { order: Order }) => (
  <small className={classNames(lacksAddress(order) && 'no-address')}>No delivery address</small>
)

const amount = ({ price }: Order) => <b>{dollars(price)}</b>
