import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { PartialRefund } from '#contract/invoices/refunds.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { NewTracking } from '#contract/shared/carriers.ts'
import { useTouch } from '#web/domain/use-change.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { isProblem } from '#web/lib/http/problems.ts'

/** Admin actions on orders, as optimistic updates with rollback. */
export function useOrderChanges() {
  const client = useQueryClient()
  const touch = useTouch()

  async function ship(order: Order) {
    // A response already in flight would overwrite the optimistic update.
    await client.cancelQueries({ queryKey: keyOf(manageOrders.all) })
    mark(client, order._id, { status: 'shipped', shipping: true })
    try {
      return await call(manageOrders.ship, { params: { id: order._id } })
    } catch (error) {
      mark(client, order._id, { status: order.status, shipping: order.shipping })
      if (isProblem(error, 'forbidden')) void touch('ownRole')
      // The list was read before the dispute.
      if (isProblem(error, 'payment-disputed')) void touch('orders')
      throw error
    }
  }

  async function undoShipping({ _id: id }: Order) {
    await call(manageOrders.undoShipping, { params: { id } })
    mark(client, id, { status: 'paid', shipping: false })
  }

  /** Returns the changed order. */
  async function track(order: Order, body: NewTracking): Promise<Order> {
    await call(manageOrders.track, { params: { id: order._id }, body })
    const { carrier, trackingNumber } = body
    const tracking = carrier ? { carrier, number: trackingNumber || undefined } : undefined
    mark(client, order._id, { tracking })
    return { ...order, tracking }
  }

  /** Returns the changed order. */
  async function askForAddress(order: Order): Promise<Order> {
    await call(manageOrders.askForAddress, { params: { id: order._id } })
    const asked = { addressAskedAt: new Date().toISOString() }
    mark(client, order._id, asked)
    return { ...order, ...asked }
  }

  async function refund(order: Order, reason: string) {
    await call(manageOrders.refund, { params: { id: order._id }, body: { reason } })
    mark(client, order._id, { status: 'refunded', paid: false, shipping: false })
  }

  /** Returns whether the refund is made, due or refused. */
  async function refundPart(order: Order, body: PartialRefund, idempotencyKey: string) {
    const { state } = await call(
      manageOrders.refundPart,
      { params: { id: order._id }, body },
      { idempotencyKey },
    )
    // It may have been the last part.
    void touch('orders')
    return state
  }

  const invalidateTotals = () => touch('orderTotals')

  return { ship, undoShipping, track, askForAddress, refund, refundPart, invalidateTotals }
}

type Change = Partial<Pick<Order, 'status' | 'paid' | 'shipping' | 'tracking' | 'addressAskedAt'>>

const mark = (client: QueryClient, id: string, change: Change) =>
  client.setQueriesData<Order[]>({ queryKey: keyOf(manageOrders.all) }, (rows) =>
    rows?.map((row) => (row._id === id ? { ...row, ...change } : row)),
  )
