import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Order, orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { touch } from '#web/domain/touched-reads.ts'
import { call, read } from '#web/lib/api/api.ts'

/**
 * Reports a confirmed payment to the shop. `reportedId` is its id from then on, also if the report fails.
 */
export function useReportPayment(id: string) {
  const client = useQueryClient()
  const [reportedId, setReportedId] = useState<string>()

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
      // Not fatal: the provider's webhook reports the payment too, and the page polls the order
      // until then.
    }
    setReportedId(transactionId)
    await touch(client, 'order', 'ownOrders')
  }

  return { reportedId, report }
}
