import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { rungsMax } from '#contract/prices/ladder.ts'
import { productFields } from '#contract/products/fields/product-fields.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { readRows, type RungRow, rowProblem, writeRows } from './rung-rows.ts'

type PriceBreaksProps = {
  /** The text of the ladder. */
  value: string
  /** The typed price of one unit. */
  price: string | number
  error: string | undefined
  onChange: (value: string) => void
}

const { label, hint } = productFields.breaks.input

/** The lower prices of larger quantities, in rows. */
export function PriceBreaks({ value, price, error, onChange }: PriceBreaksProps) {
  const rows = readRows(value)
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const problem = error === undefined ? undefined : rowProblem(rows, Number(price) || undefined)

  const errorOf = (index: number, field: keyof RungRow) =>
    problem?.index === index && problem.field === field ? problem.message : undefined

  const change = (next: readonly RungRow[]) => onChange(writeRows(next))

  function append() {
    change([...rows, { from: '', price: '' }])
    // The row is there once this change is rendered.
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus())
  }

  function remove(index: number) {
    change(rows.toSpliced(index, 1))
    add.current?.focus()
  }

  return (
    <fieldset className="price-breaks">
      <legend className="field__label">{label} (optional)</legend>
      <p className="field__hint">{hint}</p>
      <ol ref={list}>
        {rows.map((row, index) => (
          <li key={index}>
            <Field
              label={`From quantity ${index + 1}`}
              value={row.from}
              inputMode="numeric"
              autoComplete="off"
              error={errorOf(index, 'from')}
              onChange={({ target }) => change(rows.with(index, { ...row, from: target.value }))}
            />
            <Field
              label={`Price each ${index + 1}`}
              value={row.price}
              inputMode="decimal"
              autoComplete="off"
              error={errorOf(index, 'price')}
              onChange={({ target }) => change(rows.with(index, { ...row, price: target.value }))}
            />
            <IconButton
              plain
              label={`Remove price break ${index + 1}`}
              icon={Trash2}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      {error !== undefined && !problem && <ErrorLine>{error}</ErrorLine>}
      <Button
        ref={add}
        size="small"
        icon={Plus}
        aria-disabled={rows.length === rungsMax || undefined}
        onClick={() => rows.length < rungsMax && append()}
      >
        Add a price break
      </Button>
    </fieldset>
  )
}
