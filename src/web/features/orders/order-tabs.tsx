import type { OrderCounts } from '#contract/manage-orders.ts'
import type { OrderTab } from '#contract/orders.ts'
import { grouped } from '#web/lib/format.ts'
import { Link } from '#web/lib/router/link.tsx'
import { addressOf, type ShownOrders } from './order-filter.ts'

const texts: Record<OrderTab, string> = {
  all: 'All',
  'to-ship': 'To ship',
  shipped: 'Shipped',
  'not-paid': 'Not paid',
  refunded: 'Refunded',
}

type OrderTabsProps = { shown: ShownOrders; found: OrderCounts | undefined }

/** The states of orders, each with how many of those that a search finds are in it. */
export function OrderTabs({ shown, found }: OrderTabsProps) {
  return (
    <nav className="tabs" aria-label="Orders by state">
      {Object.entries(texts).map(([tab, text]) => (
        <Link
          key={tab}
          to={addressOf({ ...shown, tab: tab as OrderTab, page: 1 })}
          replace
          keepScroll
          aria-current={tab === shown.tab ? 'true' : undefined}
        >
          {text}
          {found && !found.isCapped && (
            <span className="tabs__count">{grouped(found.counts[tab as OrderTab])}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
