import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { matchesMax, type OrderCounts } from '#contract/manage-orders.ts'
import type { Order, OrderSort } from '#contract/orders.ts'
import { dollars, grouped, shortId } from '#web/lib/format.ts'
import { partDrawing } from '#web/lib/part-drawing.ts'
import { sentenceFor } from '#web/lib/problems.ts'
import type { Selection } from '#web/lib/selection.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { PageLinks } from '#web/ui/page-links.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SelectBox } from '#web/ui/select-box.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/states.tsx'
import { Delivery } from './delivery.tsx'
import { addressOf, rowsChoices, type ShownOrders } from './order-filter.ts'

type ManagedOrderListProps = {
  page: UseQueryResult<Order[]>
  shown: ShownOrders
  show: (change: Partial<ShownOrders>) => void
  found: OrderCounts | undefined
  selection: Selection
  tabs: ReactNode
  bulk: ReactNode
  onShip: (order: Order, pressed: HTMLButtonElement) => Promise<void>
  onLook: (order: Order) => void
}

/** A page of orders as a table or cards, with what chooses, sorts and pages it. */
export function ManagedOrderList(props: ManagedOrderListProps) {
  const { page, shown, show, found, tabs, bulk } = props
  return (
    <div className="table-card" aria-busy={page.isFetching}>
      {tabs}
      <div className="table-tools">
        <SearchBox
          label="Search orders"
          placeholder="Order, product, email or transaction id"
          value={shown.q}
          onSearch={(q) => show({ q })}
        />
        <select
          className="select"
          aria-label="Rows per page"
          value={shown.limit}
          onChange={({ target }) => show({ limit: Number(target.value) })}
        >
          {rowsChoices.map((rows) => (
            <option key={rows} value={rows}>{`${rows} rows`}</option>
          ))}
        </select>
      </div>
      {bulk}
      <Rows {...props} />
      {page.data && page.error && (
        <div className="table-card__problem">
          <ErrorLine>
            These orders could not be brought up to date. {sentenceFor(page.error)}
          </ErrorLine>
        </div>
      )}
      <div className="pagination">
        <output>{page.data && found && rangeSentence(shown, page.data.length, found)}</output>
        {found && (
          <PageLinks
            page={shown.page}
            pages={pagesOf(shown, found)}
            to={(number) => addressOf({ ...shown, page: number })}
          />
        )}
      </div>
    </div>
  )
}

const pagesOf = ({ tab, limit, page }: ShownOrders, { counts, isCapped }: OrderCounts) =>
  Math.max(Math.ceil((isCapped ? matchesMax : counts[tab]) / limit), page, 1)

/** Which rows are shown, of how many. */
function rangeSentence({ tab, page, limit }: ShownOrders, rows: number, found: OrderCounts) {
  if (rows === 0) return '0 orders'
  const first = (page - 1) * limit + 1
  const all = found.isCapped ? `more than ${grouped(matchesMax)}` : grouped(found.counts[tab])
  return `${grouped(first)}–${grouped(first + rows - 1)} of ${all}`
}

function Rows({ page, shown, show, selection, onShip, onLook }: ManagedOrderListProps) {
  const { data: rows, error, refetch } = page
  if (rows?.length) {
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
            <small>{`${order.quantity} × ${dollars(order.unitPrice)}`}</small>
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
      <DataTable
        caption="Orders; the headings of the columns sort them"
        rows={rows}
        columns={columns}
        card={card}
        sorting={{
          by: shown.sort,
          direction: shown.direction,
          onSort: (by) => show(sortedBy(shown, by)),
        }}
        selection={{ ...selection, nameOf }}
      />
    )
  }
  if (rows) return <NoOrders shown={shown} show={show} />
  if (!error) return <SkeletonRows />
  return (
    <FailedState heading="h2" title="The orders could not be loaded" onRetry={refetch}>
      {sentenceFor(error)}
    </FailedState>
  )
}

/** Only what waits to be shipped can be selected. */
const nameOf = ({ _id, status }: Order) => (status === 'paid' ? `order ${shortId(_id)}` : undefined)

/** Pressed again, a column turns round; numbers and dates begin with the largest. */
function sortedBy({ sort, direction }: ShownOrders, by: string): Partial<ShownOrders> {
  if (by === sort) return { direction: direction === 'asc' ? 'desc' : 'asc' }
  const isText = by === 'product' || by === 'customer' || by === 'delivery'
  return { sort: by as OrderSort, direction: isText ? 'asc' : 'desc' }
}

function NoOrders({ shown, show }: Pick<ManagedOrderListProps, 'shown' | 'show'>) {
  if (shown.q || shown.tab !== 'all' || shown.page > 1) {
    return (
      <EmptyState
        heading="h2"
        title={shown.q ? `No order matches “${shown.q}”` : 'No orders here'}
        actions={
          <Button onClick={() => show({ q: '', tab: 'all' })}>
            {shown.q ? 'Clear search' : 'All orders'}
          </Button>
        }
      />
    )
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
    {email}
    <small className="pre-wrap">
      {delivery
        ? `${delivery.name}\n${delivery.address}\n${delivery.phone}`
        : 'No delivery address'}
    </small>
  </>
)

const amount = ({ price }: Order) => <b>{dollars(price)}</b>
