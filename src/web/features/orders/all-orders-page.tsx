import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { messages, type Order, orders } from '#contract/orders.ts'
import { useRowFocus } from '#web/lib/focus.ts'
import { dollars, shortId } from '#web/lib/format.ts'
import { usePagedList } from '#web/lib/paged-list.ts'
import { partDrawing } from '#web/lib/part-drawing.ts'
import { isProblem, sentenceFor } from '#web/lib/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { ListCard } from '#web/ui/list-card.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toaster.tsx'
import { Delivery } from './delivery.tsx'
import { useShipOrder } from './use-ship-order.ts'

export function AllOrdersPage() {
  const list = usePagedList(orders.all)
  const { mutateAsync: shipOrder } = useShipOrder()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()

  async function ship(order: Order, pressed: HTMLButtonElement) {
    keepRowFocus(pressed)
    setProblem(undefined)
    try {
      await shipOrder(order)
      toast.success(messages.shipped)
    } catch (error) {
      if (isProblem(error, 'forbidden')) toast.error(messages.shipFailed)
      setProblem(`Order ${shortId(order._id)} is not marked as shipped. ${sentenceFor(error)}`)
    }
  }

  const delivery = (order: Order) => (
    <Delivery order={order} onShip={(pressed) => ship(order, pressed)} />
  )
  const columns: Column<Order>[] = [
    { title: 'Order', cell: orderCode },
    { title: 'Product', cell: product },
    { title: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity },
    { title: 'Amount', isNumber: true, cell: amount },
    { title: 'Customer', cell: receiver },
    { title: 'Delivery', cell: delivery },
  ]
  const card = (order: Order) => (
    <>
      <div className="card-row">
        {thumb(order)}
        <div>
          <span className="table__main">{order.name}</span>
          <small>{`${order.quantity} × ${dollars(order.unitPrice)}`}</small>
        </div>
        <span className="card-row__end">{amount(order)}</span>
      </div>
      <div className="card-row">
        <div>
          {receiver(order)}
          {orderCode(order)}
        </div>
        <span className="card-row__end">{delivery(order)}</span>
      </div>
    </>
  )

  return (
    <>
      <title>Manage All Orders-Auto Parts</title>
      <div className="page-head">
        <h1>Manage All Orders</h1>
        <Button size="small" icon={RefreshCw} onClick={list.refetch}>
          Refresh
        </Button>
      </div>
      {problem && (
        <div className="page-problem">
          <ErrorLine>{problem}</ErrorLine>
        </div>
      )}
      <ListCard
        list={list}
        noun={{ one: 'order', many: 'orders' }}
        searchedIn="Product, email or transaction id"
        empty={
          <EmptyState heading="h2" title="No orders yet">
            What customers order appears here, with its payment and delivery state.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption="Orders, newest first" rows={rows} columns={columns} card={card} />
        )}
      </ListCard>
    </>
  )
}

const orderCode = ({ _id, transactionId }: Order) => (
  <span className="mono order-code">
    {shortId(_id)}
    {transactionId && <small title={transactionId}>{transactionId}</small>}
  </span>
)

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
    {email}
    <small className="pre-wrap">
      {delivery
        ? `${delivery.name}\n${delivery.address}\n${delivery.phone}`
        : 'No delivery address'}
    </small>
  </>
)

const amount = ({ price }: Order) => <b>{dollars(price)}</b>
