import { useQuery } from '@tanstack/react-query'
import { manageOrders, type OrderCounts, type Revenue } from '#contract/manage-orders.ts'
import { read } from '#web/lib/api.ts'
import { day, grouped } from '#web/lib/format.ts'

const barWidth = 6
const barGap = 2
const chartHeight = 44

/** How the shop is doing: orders, those that wait, and the money of the last 30 days. */
export function OrderFigures({ counts }: { counts: OrderCounts['counts'] | undefined }) {
  const { data: revenue } = useQuery(read(manageOrders.revenue, {}))
  return (
    <dl className="figures">
      <Figure name="Orders" value={counts?.all} />
      <Figure name="Paid" value={counts && counts['to-ship'] + counts.shipped} />
      <Figure name="To ship" value={counts?.['to-ship']} />
      <div className="figures__wide">
        <dt>Revenue, 30 days</dt>
        <dd>{revenue ? `$${grouped(Math.round(sumOf(revenue)))}` : '…'}</dd>
        {revenue && <Bars revenue={revenue} />}
      </div>
    </dl>
  )
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '…' : grouped(value)}</dd>
    </div>
  )
}

const sumOf = (days: Revenue) => days.reduce((sum, { revenue }) => sum + revenue, 0)

function Bars({ revenue }: { revenue: Revenue }) {
  const top = Math.max(...revenue.map((each) => each.revenue), 1)
  const best = revenue.reduce((one, other) => (other.revenue > one.revenue ? other : one))
  const today = grouped(Math.round(revenue.at(-1)?.revenue ?? 0))
  const summary =
    best.revenue > 0
      ? `Revenue by day. Most on ${day(best.day)}: $${grouped(Math.round(best.revenue))}. Today: $${today}.`
      : 'No revenue in the last 30 days.'
  const width = revenue.length * (barWidth + barGap) - barGap
  return (
    <dd className="figures__bars">
      <span className="visually-hidden">{summary}</span>
      <svg
        className="figures__chart"
        viewBox={`0 0 ${width} ${chartHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {revenue.map(({ day: date, revenue: amount }, index) => {
          const height = Math.max((amount / top) * chartHeight, 1)
          return (
            <rect
              key={date}
              x={index * (barWidth + barGap)}
              y={chartHeight - height}
              width={barWidth}
              height={height}
            />
          )
        })}
      </svg>
      <span className="figures__axis" aria-hidden="true">
        <span>30 days ago</span>
        <span>Today ${today}</span>
      </span>
    </dd>
  )
}
