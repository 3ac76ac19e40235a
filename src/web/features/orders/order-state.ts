import { Check, CircleDashed, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import type { Order, OrderStatus } from '#contract/orders.ts'

interface OrderState {
  text: string
  icon: LucideIcon
  tone?: 'ok' | 'warn' | 'info'
}

/** Where an order stands for who placed it. */
export const orderStates: Record<OrderStatus, OrderState> = {
  unpaid: { text: 'unpaid', icon: CircleDashed },
  paid: { text: 'Pending', icon: Clock, tone: 'warn' },
  shipped: { text: 'Delivered', icon: Check, tone: 'ok' },
  refunded: { text: 'refunded', icon: Undo2, tone: 'info' },
}

/** Whether the units of an unpaid order went back on sale. */
export const hasLapsed = ({ status, heldUntil }: Pick<Order, 'status' | 'heldUntil'>) =>
  status === 'unpaid' && heldUntil === null
