import { orderedAsText } from '#contract/numbers/ordered-as.ts'
import { isHeldByDispute, type Order } from '#contract/orders/orders.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { customerText } from '#contract/shared/erased.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TrackingLink } from '#web/domain/orders/tracking-link.tsx'
import { addressText } from '#web/domain/orders/address-text.ts'
import { PartNumber } from '#web/domain/product-facts.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { DocumentPage } from './document-page.tsx'

/** The packing slip, without prices, since the recipient may not be the buyer. */
export const PackingSlipPage = () => (
  <DocumentPage
    title="Packing Slip"
    states={['paid', 'shipped']}
    failure="The order could not be loaded"
    none={
      <EmptyState
        heading="h2"
        title="No packing slip yet"
        actions={<ButtonLink to={pathTo.manageOrders}>Manage All Orders</ButtonLink>}
      >
        Packing slips are available once an order is paid.
      </EmptyState>
    }
  >
    {(order) =>
      isHeldByDispute(order) ? (
        <p>Do not pack: the payment of this order is disputed.</p>
      ) : (
        <Contents order={order} />
      )
    }
  </DocumentPage>
)

function Contents({ order }: { order: Order }) {
  const { _id, email, lines, reference, delivery, tracking } = order
  return (
    <>
      <p className="pre-wrap">
        <b>Ship to</b>
        {`\n${delivery ? addressText(delivery) : customerText(email)}`}
      </p>
      {reference && <p>Your order number: {reference}</p>}
      {tracking && (
        <p>
          Shipped with <TrackingLink tracking={tracking} />
        </p>
      )}
      <table>
        <thead>
          {/* On top of each sheet of an order with many lines. */}
          {lines.length > 1 && (
            <tr className="sheet-head">
              <th colSpan={2} scope="colgroup">
                Order{' '}
                <span className="mono" translate="no">
                  {shortId(_id)}
                </span>
                , {lines.length} parts
                {reference && `, your order number ${reference}`}
              </th>
            </tr>
          )}
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(
            ({ product, name, partNumber, orderedAs, vehicle, quantity, refunded = 0 }) => (
              <tr key={product}>
                <th scope="row">
                  {name}
                  <PartNumber>{partNumber}</PartNumber>
                  {orderedAs && <p className="part-number">{orderedAsText(orderedAs)}</p>}
                  {vehicle && <p className="part-number">For {vehicle}</p>}
                </th>
                <td>{quantity - refunded}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  )
}
