import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

type NoMatchingOrdersProps = { q: string; onReset: () => void }

/** Shown if a search or tab has no orders. */
export const NoMatchingOrders = ({ q, onReset }: NoMatchingOrdersProps) => (
  <EmptyState
    heading="h2"
    title={q ? `No order matches “${q}”` : 'No orders here'}
    actions={<Button onClick={onReset}>{q ? 'Clear search' : 'All orders'}</Button>}
  />
)
