import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

type NoSuchOrdersProps = { q: string; onReset: () => void }

/** Stands where a search or a state finds no order. */
export const NoSuchOrders = ({ q, onReset }: NoSuchOrdersProps) => (
  <EmptyState
    heading="h2"
    title={q ? `No order matches “${q}”` : 'No orders here'}
    actions={<Button onClick={onReset}>{q ? 'Clear search' : 'All orders'}</Button>}
  />
)
