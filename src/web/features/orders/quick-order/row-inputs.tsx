import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { viasOf } from '#contract/quick-order.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { FoundBy } from '#web/domain/part/found-by.tsx'
import { FitLine } from '#web/domain/vehicles/fit-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { EditedRow } from './edit-rows.ts'
import { NearParts } from './near-parts.tsx'
import { linesSentence, nameOf, partOf } from './quick-list.ts'

const inputId = (field: 'part' | 'quantity', row: string) => `${field}-${row.replaceAll(' ', '-')}`

const inputOf = (field: 'part' | 'quantity', row: string) =>
  document.getElementById(inputId(field, row))

export const focusQuantity = (row: string) => inputOf('quantity', row)?.focus()

/** Focuses the part of a row if it has to be replaced, else its quantity. */
export const focusCorrection = (row: string) =>
  (inputOf('part', row) ?? inputOf('quantity', row))?.focus()

export const referenceId = 'quick-order-reference'

/** Focuses the first field below the table. */
export const focusReference = () => document.getElementById(referenceId)?.focus()

/** Problems of the part, with any quantity. */
const partProblems: readonly EditedRow['problem'][] = ['no-part', 'not-found', 'several']

const isQuantityWrong = ({ problem }: EditedRow) =>
  problem !== null && !partProblems.includes(problem)

type QuantityInputProps = {
  row: EditedRow
  onChange: (typed: string) => void
  onLeave: () => void
}

export const QuantityInput = ({ row, onChange, onLeave }: QuantityInputProps) => (
  <input
    id={inputId('quantity', row._id)}
    className="input quick-order__quantity"
    inputMode="numeric"
    autoComplete="off"
    aria-label={`Quantity of ${nameOf(row)}`}
    aria-invalid={isQuantityWrong(row) || undefined}
    aria-describedby={isQuantityWrong(row) ? `problem-${row._id}` : undefined}
    value={row.quantity}
    onChange={({ target }) => onChange(target.value)}
    onBlur={onLeave}
  />
)

type PartCellProps = {
  row: EditedRow
  /** The price list that is named above all rows. */
  origin: string | undefined
  isChanging: boolean
  /** Resolves with the reason if the shop has no such part. */
  onReplace: (typed: string) => Promise<string | undefined>
}

/** The part of a row, or the input of another one. */
export function PartCell({ row, origin, isChanging, onReplace }: PartCellProps) {
  const product = partOf(row)
  return (
    <div className="table__with-thumb">
      {product && (
        <Picture src={product.img} alt="" fallback={partDrawing(product.name)} look="thumb" />
      )}
      <div className="table__main">
        {(product || !isChanging) && nameOf(row)}
        <small>
          {product?.partNumber && `${product.partNumber} · `}
          <span className="quick-order__lines">{linesSentence(row)}</span>
        </small>
        {product &&
          viasOf(row).map((via) => (
            <FoundBy
              key={`${via.kind} ${via.number}`}
              found={{ via, partNumber: product.partNumber }}
            />
          ))}
        {product?.priceFrom && product.priceFrom !== origin && (
          <small>Your price: {product.priceFrom}</small>
        )}
        {product && <FitLine product={product._id} look="line" />}
        {isChanging && <PartForm row={row} onReplace={onReplace} />}
      </div>
    </div>
  )
}

function PartForm({ row, onReplace }: Pick<PartCellProps, 'row' | 'onReplace'>) {
  const [part, setPart] = useState(row.part)
  const [problem, setProblem] = useState<string>()
  const [isAsked, setIsAsked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const wasChosen = row.product !== null

  useEffect(() => {
    if (wasChosen) input.current?.select()
  }, [wasChosen])

  const replace = async (typed: string) => setProblem(await onReplace(typed))

  return (
    <form
      className="quick-order__part"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void replace(part.trim())
      }}
    >
      <input
        ref={input}
        id={inputId('part', row._id)}
        className="input"
        aria-label={`Part number or name instead of ${nameOf(row)}`}
        aria-invalid={problem || !wasChosen ? true : undefined}
        aria-describedby={problem ? problemId : wasChosen ? undefined : `problem-${row._id}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={part}
        // A list may have hundreds of such rows.
        onFocus={() => setIsAsked(true)}
        onChange={({ target }) => setPart(target.value)}
      />
      <Button type="submit" size="small">
        Use this part
      </Button>
      {problem && <ErrorLine id={problemId}>{problem}</ErrorLine>}
      {isAsked && !wasChosen && <NearParts typed={row.part} onTake={replace} />}
    </form>
  )
}
