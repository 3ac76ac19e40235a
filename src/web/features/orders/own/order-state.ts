import { Check, CircleDashed, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import type { OrderStatus, OwnOrder } from '#contract/orders.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'

interface OrderState {
  text: string
  icon: LucideIcon
  tone?: 'ok' | 'warn' | 'info'
}

/** Order status as customers see it. */
const orderStates: Record<OrderStatus, OrderState> = {
  unpaid: { text: 'unpaid', icon: CircleDashed },
  paid: { text: specifiedTexts.order.pending, icon: Clock, tone: 'warn' },
  shipped: { text: specifiedTexts.order.delivered, icon: Check, tone: 'ok' },
  refunded: { text: 'refunded', icon: Undo2, tone: 'info' },
}

const cancelled: OrderState = { text: 'cancelled', icon: CircleX }

/** Whether the customer has deleted the order. */
export const isCancelled = ({ steps = [] }: Pick<OwnOrder, 'steps'>) =>
  steps.some(({ kind }) => kind === 'cancelled')

export const stateOf = (order: Pick<OwnOrder, 'status' | 'steps'>): OrderState =>
  isCancelled(order) ? cancelled : orderStates[order.status]

/** Whether the reservation of an unpaid order has expired. */
export const isReservationExpired = (order: Pick<OwnOrder, 'status' | 'heldUntil' | 'steps'>) =>
  order.status === 'unpaid' && order.heldUntil === null && !isCancelled(order)
