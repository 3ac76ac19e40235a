import { useQuery } from '@tanstack/react-query'
import { orders } from '#contract/orders.ts'
import { read } from '#web/lib/api/api.ts'
import { expiry } from '#web/lib/format/clock.ts'

/** Until when the units of an order are reserved: a phrase that screen readers announce when the time is known. */
export function Reservation({ order }: { order: string }) {
  const { data } = useQuery(read(orders.one, { params: { id: order } }))
  return (
    <output>
      reserved for you
      {data?.heldUntil && (
        <>
          {' '}
          until <time dateTime={data.heldUntil}>{expiry(data.heldUntil)}</time>
        </>
      )}
    </output>
  )
}
