import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Order, orders } from '#contract/orders.ts'
import { ownOrderReads } from '#contract/own-orders.ts'
import { payments } from '#contract/payments.ts'
import { call, keyOf, read } from '#web/lib/api/api.ts'

/** Tells the shop of a payment that was made. `made` is its id from then on, whatever the answer. */
export function useReport(id: string) {
  const client = useQueryClient()
  const [made, setMade] = useState<string>()

  async function report(transactionId: string) {
    try {
      const { paid } = await call(payments.confirm, {
        params: { id },
        body: { order: id, transactionId },
      })
      if (paid) {
        client.setQueryData<Order>(
          read(orders.one, { params: { id } }).queryKey,
          (order) => order && { ...order, status: 'paid', paid: true, transactionId },
        )
      }
    } catch {
      // The money is on its way all the same: the card provider tells the shop too, and until
      // then the order is asked.
    }
    setMade(transactionId)
    await Promise.all(
      [orders.one, ...ownOrderReads].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
  }

  return { made, report }
}
