import { Pencil, X } from 'lucide-react'
import { engineText } from '#contract/vehicles/engines.ts'
import type { ShownFitment } from '#contract/fitments/fitments.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { carOf, yearsOf } from './fitment-values.ts'

/** A fitment with its place in the list. */
export type ListedFitment = ShownFitment & { _id: string; index: number }

type FitsTableProps = {
  fitments: readonly ShownFitment[]
  onChange: (row: ListedFitment) => void
  onRemove: (row: ListedFitment) => Promise<void>
}

/** The cars that a product fits, each with its actions. */
export function FitsTable({ fitments, onChange, onRemove }: FitsTableProps) {
  const rows = fitments.map((each, index) => ({ ...each, _id: String(index), index }))
  const actions = (row: ListedFitment) => (
    <span className="cluster">
      <Button
        size="small"
        icon={Pencil}
        aria-label={`Change ${carOf(row)}`}
        onClick={() => onChange(row)}
      >
        Change
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={X}
        aria-label={`Remove ${carOf(row)}`}
        onClick={() => onRemove(row)}
      >
        Remove
      </Button>
    </span>
  )
  const withActions = [...columns, { title: 'Actions', cell: actions }]
  return <DataTable caption="Cars that it fits" rows={rows} columns={withActions} />
}

const car = (row: ListedFitment) => (
  <span>
    <span className="table__main">
      {row.makeName} {row.modelName}
    </span>
    <small>{yearsOf(row)}</small>
  </span>
)

const conditions = (row: ListedFitment) =>
  [engineText(row), row.position, row.perCar === null ? null : `${row.perCar} per car`, row.note]
    .filter(Boolean)
    .join(' · ') || 'Any engine'

const columns: Column<ListedFitment>[] = [
  { title: 'Car', cell: car },
  { title: 'Conditions', cell: conditions },
]
