import { CircleAlert, ShoppingCart } from 'lucide-react'
import type { Ref } from 'react'
import type { QuickRow } from '#contract/quick-order.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { priceBreakdown } from '#web/domain/orders/price-breakdown.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { ReservationHelp } from '#web/domain/orders/reservation-help.tsx'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { isOrderable, linesSentence, problemSentence } from './quick-list.ts'
import type { QuickOrder } from './use-quick-order.ts'

type QuickRowsProps = {
  quick: QuickOrder
  rows: readonly QuickRow[]
  heading: Ref<HTMLHeadingElement>
}

/** The checked rows with their errors and the sum. */
export function QuickRows({ quick, rows, heading }: QuickRowsProps) {
  const { refusals, limited, done, place } = quick
  const orderable = rows.filter(isOrderable)
  const cents = orderable.reduce((sum, { total }) => sum + toCents(total), 0)
  const orders = orderable.length === 1 ? '1 order' : `${orderable.length} orders`
  const tableRows = rows.map((row) => ({ ...row, _id: row.lines.join(' ') }))
  const state = (row: QuickRow) => (
    <State problem={problemSentence(row) ?? (row.product && refusals.get(row.product._id))} />
  )
  const columns: Column<QuickRow>[] = [
    { title: 'Part', cell: part },
    { title: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity },
    { title: 'In stock', isNumber: true, cell: ({ product }) => product?.quantity },
    { title: 'Minimum', isNumber: true, cell: ({ product, minimum }) => product && minimum },
    { title: 'Price', isNumber: true, cell: ({ product }) => product && dollars(product.price) },
    { title: 'Total', isNumber: true, cell: sum },
    { title: 'State', cell: state },
  ]
  const card = (row: QuickRow) => (
    <>
      <div className="card-row">
        {part(row)}
        <span className="card-row__end">{total(row)}</span>
      </div>
      <small>
        {row.product
          ? `${parts(row, row.product.price)}, ${row.product.quantity} in stock, minimum ${row.minimum}`
          : row.quantity}
      </small>
      {state(row)}
    </>
  )
  return (
    <section className="stack">
      <h2 className="quick-order__result" ref={heading} tabIndex={-1}>
        {orderable.length} of {rows.length === 1 ? '1 part' : `${rows.length} parts`} available
      </h2>
      {limited && (
        <Notice tone="danger" icon={CircleAlert} role="alert">
          {sentenceFor(limited)}
          <ReservationHelp error={limited} />
        </Notice>
      )}
      <div className="table-card">
        <DataTable caption="Parts in your list" rows={tableRows} columns={columns} card={card} />
      </div>
      {orderable.length > 0 && (
        <div className="quick-order__total">
          <p>
            {orders}, <b>{dollars(toDollars(cents))}</b> in all
            <output className="muted">{done && ` ${done.rows} of ${done.of} placed`}</output>
          </p>
          <Button
            variant="primary"
            size="large"
            icon={ShoppingCart}
            busy={done !== undefined}
            onClick={place}
          >
            {`Place ${orders}`}
          </Button>
        </div>
      )}
    </section>
  )
}

const total = ({ total: amount }: QuickRow) => amount !== null && <b>{dollars(amount)}</b>

const sum = (row: QuickRow) => (
  <>
    {total(row)}
    {row.shipping ? <small>{`with ${dollars(row.shipping)} shipping`}</small> : null}
  </>
)

const parts = ({ quantity, shipping }: QuickRow, unitPrice: number) =>
  priceBreakdown({ quantity, unitPrice, shippingCost: shipping ?? 0 })

const part = (row: QuickRow) => {
  const name = row.product?.name ?? row.part
  return (
    <span className="table__with-thumb">
      {row.product && (
        <Picture src={row.product.img} alt="" fallback={partDrawing(name)} look="thumb" />
      )}
      <span className="table__main">
        {name || '—'}
        <small>
          {row.product?.partNumber && `${row.product.partNumber} · `}
          <span className="quick-order__lines">{linesSentence(row)}</span>
        </small>
      </span>
    </span>
  )
}

function State({ problem }: { problem: string | null | undefined }) {
  if (!problem) {
    return (
      <span>
        <Badge tone="ok">Available</Badge>
      </span>
    )
  }
  return (
    <span className="quick-order__problem">
      <CircleAlert />
      {problem}
    </span>
  )
}
