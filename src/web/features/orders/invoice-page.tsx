import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type Order, orders } from '#contract/orders.ts'
import { shop } from '#web/content/shop.ts'
import { read } from '#web/lib/api.ts'
import { day, dollars, shortId } from '#web/lib/format.ts'
import { isProblem, sentenceFor } from '#web/lib/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { useAccount } from '#web/lib/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/states.tsx'

/** A paid order on one sheet of paper. */
export function InvoicePage() {
  const { id = '' } = useParams()
  const { data: order, error, refetch } = useQuery(read(orders.one, { params: { id } }))
  return (
    <>
      <title>Invoice-Auto Parts</title>
      <div className="page-head">
        <h1>Invoice</h1>
        {order?.paid && (
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        )}
      </div>
      {order?.paid ? (
        <Invoice order={order} />
      ) : order || isProblem(error, 'not-found') ? (
        <NoInvoice />
      ) : error ? (
        <FailedState heading="h2" title="The invoice could not be loaded" onRetry={() => refetch()}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

function Invoice({ order }: { order: Order }) {
  const account = useAccount()
  return (
    <div className="invoice">
      <div className="invoice__head">
        <span className="logo">
          <LogoMark />
          {shop.name}
        </span>
        <p className="invoice__end">
          <span className="mono">{shortId(order._id)}</span>
          <br />
          <time dateTime={order.createdAt}>{day(order.createdAt)}</time>
        </p>
      </div>
      <div className="invoice__head">
        <p className="pre-wrap">
          {order.delivery?.name ?? (account.email === order.email && account.name)}
          {order.delivery && `\n${order.delivery.address}\n${order.delivery.phone}`}
          <br />
          {order.email}
        </p>
        <p className="invoice__end">
          Paid
          <br />
          <span className="mono">{order.transactionId}</span>
        </p>
      </div>
      <Items order={order} />
      <p>Faulty goods exchanged within 7 days.</p>
    </div>
  )
}

function Items({ order: { name, quantity, unitPrice, price } }: { order: Order }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{name}</th>
          <td>{quantity}</td>
          <td>{dollars(unitPrice)}</td>
          <td>{dollars(price)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Total
          </th>
          <td>
            <b>{dollars(price)}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function NoInvoice() {
  return (
    <EmptyState
      heading="h2"
      title="There is no invoice here"
      actions={
        <ButtonLink to="/dashboard/myOrder" variant="primary">
          My Order
        </ButtonLink>
      }
    >
      An order has an invoice once it is paid.
    </EmptyState>
  )
}
