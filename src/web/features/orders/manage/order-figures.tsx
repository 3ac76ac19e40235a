import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { manageOrders, type OrderCounts, type Revenue } from '#contract/orders/manage-orders.ts'
import { read } from '#web/lib/api/api.ts'
import { wholeDollars } from '#contract/formats/formatting.ts'
import { calendarDay } from '#web/lib/format/clock.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'

const barWidth = 6
const barGap = 2
const chartHeight = 44

/** Key figures: orders, orders to ship, and revenue of the last 30 days. */
export function OrderFigures({ all }: { all: UseQueryResult<OrderCounts> }) {
  const { data: revenue, error, refetch } = useQuery(read(manageOrders.revenue, {}))
  const counts = all.data?.counts
  const unread = [!counts && all.error, !revenue && error].find(Boolean)
  return (
    <>
      {unread && (
        <div className="page-problem cluster">
          <ErrorLine>Some figures could not be loaded. {sentenceFor(unread)}</ErrorLine>
          <Button size="small" onClick={() => Promise.all([all.refetch(), refetch()])}>
            Try again
          </Button>
        </div>
      )}
      <dl className="figures">
        <Figure name="Orders" value={counts?.all} isUnread={Boolean(unread)} />
        <Figure
          name="Paid"
          value={counts && counts['to-ship'] + counts.shipped}
          isUnread={Boolean(unread)}
        />
        <Figure name="To ship" value={counts?.['to-ship']} isUnread={Boolean(unread)} />
        <div className="figures__wide">
          <dt>Revenue, 30 days</dt>
          {revenue ? <RevenueOf days={revenue} /> : <dd>{unknown(Boolean(unread))}</dd>}
        </div>
      </dl>
    </>
  )
}

/** Placeholder of a figure that is loading or failed to load. */
const unknown = (isUnread: boolean) => (isUnread ? '–' : '…')

type FigureProps = { name: string; value: number | undefined; isUnread: boolean }

function Figure({ name, value, isUnread }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? unknown(isUnread) : groupDigits(value)}</dd>
    </div>
  )
}

function RevenueOf({ days }: { days: Revenue }) {
  const total = days.reduce((sum, { revenue }) => sum + revenue, 0)
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return (
    <>
      <dd>
        {`${wholeDollars(total)} `}
        <small>{orders === 1 ? 'from 1 order' : `from ${groupDigits(orders)} orders`}</small>
      </dd>
      <Bars revenue={days} />
    </>
  )
}

function Bars({ revenue }: { revenue: Revenue }) {
  const top = Math.max(...revenue.map((each) => each.revenue), 1)
  const best = revenue.reduce((one, other) => (other.revenue > one.revenue ? other : one))
  const today = wholeDollars(revenue.at(-1)?.revenue ?? 0)
  const summary =
    best.revenue > 0
      ? `Revenue by day. Most on ${calendarDay(best.day)}: ${wholeDollars(best.revenue)}. Today: ${today}.`
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
        <span>Today {today}</span>
      </span>
    </dd>
  )
}
