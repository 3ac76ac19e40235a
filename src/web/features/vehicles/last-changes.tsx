import { useQuery } from '@tanstack/react-query'
import { manageVehicles, type VehicleChange } from '#contract/vehicles/manage-vehicles.ts'
import { read } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/format/clock.ts'
import { ChangedFields } from '#web/domain/changed-fields.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'

/** Who changed which cars; nothing while there are no changes. */
export function LastChanges() {
  const { data = [] } = useQuery(read(manageVehicles.changes, {}))
  if (data.length === 0) return null
  return (
    <section className="stack">
      <h2>Last changes</h2>
      <div className="table-card">
        <DataTable
          caption="Changes of cars, newest first"
          rows={data}
          columns={columns}
          card={card}
        />
      </div>
    </section>
  )
}

const change = ({ name, changes }: VehicleChange) => (
  <div className="stack">
    <span className="table__main">{name}</span>
    <ChangedFields changes={changes} />
  </div>
)

const author = ({ by, at, action }: VehicleChange) => (
  <span>
    {action} by {by}
    <small>
      <time dateTime={at}>{dateTime(at)}</time>
    </small>
  </span>
)

const columns: Column<VehicleChange>[] = [
  { title: 'Car', cell: change },
  { title: 'Who and when', cell: author },
]

const card = (row: VehicleChange) => (
  <>
    {change(row)}
    {author(row)}
  </>
)
