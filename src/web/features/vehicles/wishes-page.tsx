import { useQuery } from '@tanstack/react-query'
import { manageVehicles, type VehicleWish } from '#contract/vehicles/manage-vehicles.ts'
import { productKinds } from '#contract/shared/product-kinds.ts'
import { read } from '#web/lib/api/api.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'

/** Cars that customers have, and the shop has no part for: what to buy, or to say of parts that are there. */
export function WishesPage() {
  const { data, error, refetch } = useQuery(read(manageVehicles.wishes, {}))
  return (
    <>
      <DashboardHead page="Missing cars" />
      <div className="stack">
        <p>
          Cars chosen in the last 90 days that the shop had no parts for. Who chose them is not
          stored.
        </p>
        <div className="table-card">
          {data && data.length > 0 ? (
            <DataTable
              caption="Cars without parts, the most frequent first"
              rows={data}
              columns={columns}
              card={card}
            />
          ) : data ? (
            <EmptyState heading="h2" title="No gaps in the last 90 days">
              Every car chosen in the last 90 days had parts.
            </EmptyState>
          ) : error ? (
            <FailedState heading="h2" title="The cars could not be loaded" onRetry={refetch}>
              {sentenceFor(error)}
            </FailedState>
          ) : (
            <SkeletonRows />
          )}
        </div>
      </div>
    </>
  )
}

const car = (wish: VehicleWish) => <span className="table__main">{wish.car}</span>
const times = ({ count }: VehicleWish) => groupDigits(count)
const kinds = new Map<string, string>(Object.entries(productKinds))
const parts = ({ kind }: VehicleWish) => (kind ? (kinds.get(kind) ?? kind) : 'All parts')
const last = ({ lastDay }: VehicleWish) => <time dateTime={lastDay}>{lastDay}</time>

const columns: Column<VehicleWish>[] = [
  { title: 'Car', cell: car },
  { title: 'Parts', cell: parts },
  { title: 'Times', cell: times, isNumber: true },
  { title: 'Last day', cell: last },
]

const card = (wish: VehicleWish) => (
  <>
    {car(wish)}
    <span>
      {parts(wish)}: {wish.count === 1 ? 'once' : `${times(wish)} times`}, last {last(wish)}
    </span>
  </>
)
