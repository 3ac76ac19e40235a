import { CircleAlert, X } from 'lucide-react'
import { type Ref, useState } from 'react'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChoosePart } from '#web/domain/part/choose-part.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { sharedOrigin } from '#web/domain/orders/price-origin.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { LargerOrder } from '../place/larger-order.tsx'
import { type CheckedPart, type EditedRow, nearestQuantity } from './edit-rows.ts'
import { cheaperRow } from './place-rows.ts'
import { isOrderable, nameOf, partOf, problemSentence } from './quick-list.ts'
import {
  focusCorrection,
  focusQuantity,
  focusReference,
  PartCell,
  QuantityInput,
} from './row-inputs.tsx'
import type { QuickOrder } from './use-quick-order.ts'

type QuickRowsProps = {
  quick: QuickOrder
  rows: readonly EditedRow[]
  heading: Ref<HTMLHeadingElement>
}

/** The checked rows, in which wrong ones are corrected. */
export function QuickRows({ quick, rows, heading }: QuickRowsProps) {
  const [changing, setChanging] = useState<string>()
  const keepRowFocus = useRowFocus()
  const wrong = rows.filter(({ problem }) => problem !== null)
  const [firstWrong] = wrong
  const origin = sharedOrigin(rows.flatMap((row) => partOf(row) ?? []))
  const part = (row: EditedRow) => (
    <PartCell
      row={row}
      origin={origin}
      isChanging={row.problem === 'no-part' || row.problem === 'not-found' || row._id === changing}
      onReplace={async (typed) => {
        const problem = await quick.replacePart(row._id, typed)
        if (problem === undefined) {
          setChanging(undefined)
          focusQuantity(row._id)
        }
        return problem
      }}
    />
  )
  const quantity = (row: EditedRow) => (
    <QuantityInput
      row={row}
      onChange={(typed) => quick.setQuantity(row._id, typed)}
      onLeave={quick.addUpTwins}
    />
  )
  const refusalOf = ({ product }: EditedRow) =>
    product ? quick.rowRefusals.get(product._id) : undefined
  const cheaperOf = (row: EditedRow) => cheaperRow(row, quick.orderable, quick.charges)
  const state = (row: EditedRow) => (
    <State
      row={row}
      refusal={refusalOf(row)}
      cheaper={cheaperOf(row)}
      onTake={(units) => {
        quick.setQuantity(row._id, String(units))
        focusQuantity(row._id)
      }}
      onChoosePart={(chosen) => {
        quick.choosePart(row._id, chosen)
        focusQuantity(row._id)
      }}
      onChangePart={() => setChanging(row._id)}
    />
  )
  const remove = (row: EditedRow) => (
    <IconButton
      plain
      icon={X}
      label={`Remove ${nameOf(row)}`}
      onClick={({ currentTarget }) => {
        keepRowFocus(currentTarget)
        quick.remove(row._id)
      }}
    />
  )
  const stateAndRemove = (row: EditedRow) => (
    <div className="quick-order__state">
      {state(row)}
      {remove(row)}
    </div>
  )
  const columns: Column<EditedRow>[] = [
    { title: 'Part', cell: part },
    { title: 'Quantity', isNumber: true, cell: quantity },
    { title: 'In stock', isNumber: true, cell: inStock },
    { title: 'Minimum', isNumber: true, cell: minimum },
    { title: 'Price', isNumber: true, cell: price },
    { title: 'Amount', isNumber: true, cell: amount },
    { title: 'State', cell: stateAndRemove },
  ]
  const card = (row: EditedRow) => (
    <>
      <div className="card-row">
        {part(row)}
        <span className="card-row__end">{amount(row)}</span>
      </div>
      <div className="card-row">
        {quantity(row)}
        {partOf(row) && row.product && (
          <small>
            × {price(row)}, {groupDigits(row.product.quantity)} in stock, minimum{' '}
            {groupDigits(row.minimum)}
          </small>
        )}
        <span className="card-row__end">{remove(row)}</span>
      </div>
      {isPlain(row, refusalOf(row), cheaperOf(row)) || state(row)}
    </>
  )
  return (
    <section className="stack" inert={quick.isPlacing}>
      <div className="cluster">
        <h2 className="quick-order__result" ref={heading} tabIndex={-1}>
          {rows.length - wrong.length} of{' '}
          {rows.length === 1 ? '1 part' : `${groupDigits(rows.length)} parts`} available
        </h2>
        {firstWrong && (
          <Button size="small" icon={CircleAlert} onClick={() => focusCorrection(firstWrong._id)}>
            {wrong.length === 1
              ? '1 line to correct'
              : `${groupDigits(wrong.length)} lines to correct`}
          </Button>
        )}
        {wrong.length < rows.length && (
          <Button size="small" variant="quiet" onClick={focusReference}>
            Go to the order
          </Button>
        )}
      </div>
      {origin && (
        <p className="muted small">
          Your price: <b>{origin}</b>
        </p>
      )}
      <div className="table-card">
        <DataTable caption="Parts in your list" rows={rows} columns={columns} card={card} />
      </div>
    </section>
  )
}

/** Available, and nothing else to say. */
const isPlain = (
  { problem, priceBefore }: EditedRow,
  refusal: string | undefined,
  cheaper: StateProps['cheaper'],
) => problem === null && !refusal && priceBefore === undefined && !cheaper

/** The price of a unit at the quantity of the row. */
function price(row: EditedRow) {
  const part = partOf(row)
  return part && dollars(unitPrice(part, Number(row.quantity) || 0))
}

function inStock(row: EditedRow) {
  const part = partOf(row)
  return part && groupDigits(part.quantity)
}

const minimum = (row: EditedRow) => partOf(row) && groupDigits(row.minimum)

/** Without shipping, which is of the whole order. */
const amount = (row: EditedRow) =>
  isOrderable(row) && (
    <b>{dollars(goodsTotal(unitPrice(row.product, row.quantity), row.quantity))}</b>
  )

type StateProps = {
  row: EditedRow
  /** Why the row was not placed. */
  refusal: string | undefined
  /** A larger quantity that makes the order of all rows cheaper. */
  cheaper: ReturnType<typeof cheaperRow>
  onTake: (units: number) => void
  onChoosePart: (part: CheckedPart) => void
  onChangePart: () => void
}

/** The state of a row, with what puts it right. */
function State(props: StateProps) {
  const { row, refusal, cheaper, onTake, onChoosePart, onChangePart } = props
  const problem = problemSentence(row) ?? refusal
  const nearest = nearestQuantity(row)
  if (!problem) {
    return (
      <div>
        {row.priceBefore === undefined ? (
          <Badge tone="ok">Available</Badge>
        ) : (
          <Badge tone="warn">New price, was {dollars(row.priceBefore)}</Badge>
        )}
        {cheaper && (
          <LargerOrder quantity={cheaper.quantity} of={row.product?.name} onTake={onTake}>
            Add {groupDigits(cheaper.quantity - Number(row.quantity))} more and save{' '}
            {dollars(cheaper.saved)}
          </LargerOrder>
        )}
      </div>
    )
  }
  return (
    <div className="quick-order__problem">
      <CircleAlert />
      <div>
        <p id={`problem-${row._id}`}>{problem}</p>
        {row.problem === 'several' && row.product && (
          <ChoosePart
            number={row.part}
            parts={[row.product, ...(row.others ?? [])]}
            onChoose={onChoosePart}
          />
        )}
        {row.product && row.problem !== null && (
          <div className="cluster">
            {nearest !== undefined && (
              <Button size="small" onClick={() => onTake(nearest)}>
                Take {groupDigits(nearest)}
                <span className="visually-hidden"> of {row.product.name}</span>
              </Button>
            )}
            <Button size="small" onClick={onChangePart}>
              Other part
              <span className="visually-hidden"> instead of {nameOf(row)}</span>
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
