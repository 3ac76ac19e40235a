import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type Order, orders } from '#contract/orders.ts'
import { shop } from '#web/content/shop.ts'
import { read } from '#web/lib/api.ts'
import { day, shortId } from '#web/lib/format.ts'
import { isProblem, sentenceFor } from '#web/lib/problems.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/states.tsx'

/** What lies in the parcel: no prices, since whoever unpacks it may not be who paid. */
export function PackingSlipPage() {
  const { id = '' } = useParams()
  const { data: order, error, refetch } = useQuery(read(orders.one, { params: { id } }))
  return (
    <>
      <title>Packing Slip-Auto Parts</title>
      <div className="page-head">
        <h1>Packing Slip</h1>
        {order?.paid && (
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
        )}
      </div>
      {order?.paid ? (
        <Slip order={order} />
      ) : order || isProblem(error, 'not-found') ? (
        <EmptyState
          heading="h2"
          title="There is nothing to pack"
          actions={<ButtonLink to="/dashboard/manageAllOrders">Manage All Orders</ButtonLink>}
        >
          An order is packed once it is paid.
        </EmptyState>
      ) : error ? (
        <FailedState heading="h2" title="The order could not be loaded" onRetry={() => refetch()}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

function Slip({ order }: { order: Order }) {
  const { _id, createdAt, email, name, quantity, product, delivery } = order
  return (
    <div className="invoice">
      <div className="invoice__head">
        <span className="logo">
          <LogoMark />
          {shop.name}
        </span>
        <p className="invoice__end">
          <span className="mono">{shortId(_id)}</span>
          <br />
          <time dateTime={createdAt}>{day(createdAt)}</time>
        </p>
      </div>
      <p className="pre-wrap">
        {delivery ? `${delivery.name}\n${delivery.address}\n${delivery.phone}` : email}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Code</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{name}</th>
            <td className="mono">{shortId(product)}</td>
            <td>{quantity}</td>
          </tr>
        </tbody>
      </table>
      <p>Faulty goods exchanged within 7 days.</p>
    </div>
  )
}
