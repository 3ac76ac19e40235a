import { Download } from 'lucide-react'
import { useState } from 'react'
import { orderedAsText } from '#contract/numbers/ordered-as.ts'
import {
  isChargedBack,
  isHeldByDispute,
  type OneOrder,
  type OrderLine,
} from '#contract/orders/orders.ts'
import { billedTo } from '#contract/invoices/invoices.ts'
import { customerText } from '#contract/shared/erased.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { documentSums, netUnitPrice } from '#contract/invoices/document-sums.ts'
import type { TaxLine } from '#contract/taxes/tax-words.ts'
import { download } from '#web/lib/api/download.ts'
import { dollars, groupDigits, shortId } from '#contract/formats/formatting.ts'
import { day } from '#web/lib/format/clock.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CreditNotes } from '#web/domain/orders/credit-notes.tsx'
import { addressText } from '#web/domain/orders/address-text.ts'
import { priceOriginOf } from '#web/domain/orders/price-origin.ts'
import { PartNumber } from '#web/domain/product-facts.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { DocumentPage } from './document-page.tsx'

/** The invoice, to print or download. */
export function InvoicePage() {
  const [problem, setProblem] = useState<string>()

  async function save({ _id, invoice }: OneOrder) {
    setProblem(undefined)
    try {
      await download(
        ownOrders.invoice,
        { params: { id: _id } },
        `invoice-${invoice?.number ?? shortId(_id)}.pdf`,
      )
    } catch (error) {
      setProblem(`The PDF could not be loaded. ${sentenceFor(error)}`)
    }
  }

  const saving = (order: OneOrder) => (
    <>
      <CreditNotes id={order._id} notes={order.creditNotes} />
      <Button icon={Download} onClick={() => save(order)}>
        Download PDF
      </Button>
    </>
  )

  return (
    <DocumentPage
      title="Invoice"
      states={['paid', 'shipped', 'refunded']}
      failure="The invoice could not be loaded"
      none={<NoInvoice />}
      actions={saving}
      problem={problem}
    >
      {(order) => (
        <>
          <Receiver order={order} />
          <Items order={order} />
        </>
      )}
    </DocumentPage>
  )
}

function Receiver({ order }: { order: OneOrder }) {
  const { delivery, email, transactionId, refund, reference, invoice } = order
  const { company, name, address, taxId } = invoice
    ? billedTo(invoice, order)
    : { ...delivery, company: undefined, taxId: undefined }
  const billTo = [company, name, address, taxId && `Tax ID: ${taxId}`, customerText(email)]
  return (
    <div className="invoice__head">
      <div>
        <p className="pre-wrap">
          <b>Bill to</b>
          {['', ...billTo].filter((line) => line !== undefined).join('\n')}
        </p>
        {delivery && (
          <p className="pre-wrap">
            <b>Ship to</b>
            {`\n${addressText(delivery)}`}
          </p>
        )}
      </div>
      <p className="invoice__end">
        {invoice && (
          <>
            <b>Invoice {invoice.number}</b>
            <br />
            Invoice date: <time dateTime={invoice.issuedAt}>{day(invoice.issuedAt)}</time>
            <br />
            {invoice.seller.taxId && (
              <>
                Tax ID: {invoice.seller.taxId}
                <br />
              </>
            )}
          </>
        )}
        {reference && (
          <>
            Your order number: {reference}
            <br />
          </>
        )}
        Paid
        <br />
        <span className="mono" translate="no">
          {transactionId}
        </span>
        {isHeldByDispute(order) && (
          <>
            <br />
            <b>Payment disputed</b>
          </>
        )}
        {refund && (
          <>
            <br />
            <b>
              {isChargedBack(order) ? 'Charged back' : 'Refunded'} on{' '}
              <time dateTime={refund.at}>{day(refund.at)}</time>
            </b>
          </>
        )}
      </p>
    </div>
  )
}

function Items({ order }: { order: OneOrder }) {
  const { _id, lines, shippingCost, price, invoice, tax } = order
  const sums = documentSums({ total: price, shippingCost, tax, terms: invoice?.tax })
  return (
    <table className="invoice__items">
      <thead>
        {lines.length > 1 && (
          <tr className="sheet-head">
            <th colSpan={4} scope="colgroup">
              {invoice && `Invoice ${invoice.number}, `}
              {invoice ? 'order' : 'Order'}{' '}
              <span className="mono" translate="no">
                {shortId(_id)}
              </span>
            </th>
          </tr>
        )}
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Item
            key={line.product}
            line={line}
            net={netUnitPrice(line.unitPrice, { tax, terms: invoice?.tax })}
          />
        ))}
      </tbody>
      <tfoot>
        {shippingCost > 0 && (
          <tr>
            <td colSpan={3}>Shipping</td>
            <td>{dollars(shippingCost)}</td>
          </tr>
        )}
        <TaxSums lines={sums.above} />
        <tr>
          <th scope="row" colSpan={3}>
            Total
          </th>
          <td>
            <b>{dollars(price)}</b>
          </td>
        </tr>
        <TaxSums lines={sums.below} />
      </tfoot>
    </table>
  )
}

const TaxSums = ({ lines }: { lines: readonly TaxLine[] }) =>
  lines.map(({ label, amount }) => (
    <tr key={label}>
      <td colSpan={3}>{label}</td>
      <td>{dollars(amount)}</td>
    </tr>
  ))

function Item({ line, net }: { line: OrderLine; net: number | undefined }) {
  const { name, partNumber, orderedAs, vehicle, quantity, unitPrice } = line
  const origin = priceOriginOf(line)
  return (
    <tr>
      <th scope="row">
        {name}
        <PartNumber>{partNumber}</PartNumber>
        {orderedAs && <p className="part-number">{orderedAsText(orderedAs)}</p>}
        {vehicle && <p className="part-number">For {vehicle}</p>}
        {origin && <p className="part-number">{origin}</p>}
        {net !== undefined && <p className="part-number">Price without tax: {dollars(net)}</p>}
      </th>
      <td>{groupDigits(quantity)}</td>
      <td>{dollars(unitPrice)}</td>
      <td>{dollars(goodsTotal(unitPrice, quantity))}</td>
    </tr>
  )
}

function NoInvoice() {
  return (
    <EmptyState
      heading="h2"
      title="No invoice yet"
      actions={
        <ButtonLink to={pathTo.myOrders} variant="primary">
          My Order
        </ButtonLink>
      }
    >
      Invoices are available once an order is paid.
    </EmptyState>
  )
}
