import {
  Check,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
  ShieldAlert,
  Undo2,
} from 'lucide-react'
import {
  isChargedBack,
  isHeldByDispute,
  type OrderStatus,
  type OwnOrder,
} from '#contract/orders/orders.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { isKnown } from '#contract/shared/open-enum.ts'

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
const disputed: OrderState = { text: 'payment disputed', icon: ShieldAlert, tone: 'warn' }
const inquired: OrderState = { ...disputed, text: 'bank inquiry' }
const chargedBack: OrderState = { text: 'charged back', icon: Undo2, tone: 'info' }

/** Whether the customer has deleted the order. */
export const isCancelled = ({ steps = [] }: Pick<OwnOrder, 'steps'>) =>
  steps.some(({ kind }) => kind === 'cancelled')

export function stateOf(order: Pick<OwnOrder, 'status' | 'steps' | 'dispute'>): OrderState {
  if (isCancelled(order)) return cancelled
  if (isChargedBack(order)) return chargedBack
  if (order.status === 'paid' && isHeldByDispute(order)) {
    return order.dispute === 'open' ? disputed : inquired
  }
  return isKnown(orderStates, order.status)
    ? orderStates[order.status]
    : { text: order.status, icon: CircleDashed }
}

/** Whether an order can be paid without a reservation. */
export const isNotReserved = (order: Pick<OwnOrder, 'status' | 'heldUntil' | 'steps'>) =>
  order.status === 'unpaid' && order.heldUntil === null && !isCancelled(order)
