import { useQuery } from '@tanstack/react-query'
import { orders } from '#contract/orders/orders.ts'
import { read } from '#web/lib/api/api.ts'
import { expiry } from '#web/lib/format/clock.ts'

/** What the pages say of an unpaid order whose units are free for others. */
export const notReserved = 'Not reserved. Pay now to get these parts while they’re in stock.'

/** Until when the units of a new order are reserved, if they are: a sentence that screen readers announce. */
export function Reservation({ order }: { order: string }) {
  const { data } = useQuery(read(orders.one, { params: { id: order } }))
  return (
    <output>
      {data?.heldUntil && (
        <>
          Reserved for you until <time dateTime={data.heldUntil}>{expiry(data.heldUntil)}</time>
        </>
      )}
      {data?.status === 'unpaid' && !data.heldUntil && notReserved}
    </output>
  )
}
