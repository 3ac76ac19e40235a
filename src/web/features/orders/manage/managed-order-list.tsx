import type { ReactNode } from 'react'
import { customerText } from '#contract/shared/erased.ts'
import { orderFor } from '#contract/fitments/ordered-for.ts'
import { isShippable, lacksAddress, type Order } from '#contract/orders/orders.ts'
import type { OrderSort } from '#contract/orders/order-filter.ts'
import { classNames } from '#web/lib/class-names.ts'
import { groupDigits, shortId } from '#contract/formats/formatting.ts'
import { OrderAmount } from '#web/domain/orders/order-amount.tsx'
import { OrderLines } from '#web/domain/orders/order-lines.tsx'
import { priceBreakdown } from '#web/domain/orders/price-breakdown.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SelectBox } from '#web/ui/list/select-box.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Delivery } from '../delivery.tsx'
import type { ShownOrders } from './managed-orders.ts'

type ManagedOrderListProps = {
  shown: ShownOrders
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
  const { shown, selection, bulk, undoable, onShip, onUndo, onOpen } = props
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
      cell: unitsLeft,
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
    <ManagedTable
      shown={shown}
      bulk={bulk}
      caption="Orders; the headings of the columns sort them"
      columns={columns}
      card={card}
      isDense
      selection={{ ...selection, nameOf }}
      empty={
        <EmptyState heading="h2" title="No orders yet">
          Customers’ orders appear here with their payment and delivery status.
        </EmptyState>
      }
    />
  )
}

/** Only orders that are ready to ship can be selected. */
const nameOf = (order: Order) => (isShippable(order) ? `order ${shortId(order._id)}` : undefined)

type OrderCodeProps = { order: Order; onLook: (order: Order) => void }

function OrderCode({ order, onLook }: OrderCodeProps) {
  const { _id, transactionId } = order
  return (
    <span className="mono order-code" translate="no">
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

const amount = (order: Order) => <OrderAmount order={order} />

/** After refunds of a part, marked as such. */
const unitsLeft = ({ quantity, partlyRefunded: { units } = { amount: 0, units: 0 } }: Order) =>
  units > 0 ? (
    <>
      {groupDigits(quantity - units)}
      <small>{`of ${groupDigits(quantity)}`}</small>
    </>
  ) : (
    groupDigits(quantity)
  )
