import { Check, CircleDashed, CircleX, Undo2 } from 'lucide-react'
import { isChargedBack, type OrderStep, type OwnOrder } from '#contract/orders/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { day } from '#web/lib/format/clock.ts'
import { eachRefund } from '../refunds/each-refund.ts'
import { labelOf } from '#contract/shared/open-enum.ts'

const texts = {
  placed: 'Placed',
  paid: 'Paid',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  'partly-refunded': 'Refunded in part',
} as const

const icons = { cancelled: CircleX, refunded: Undo2, 'partly-refunded': Undo2 } as const

const usual = ['placed', 'paid', 'shipped'] as const

/** The remaining steps; none after a final one. */
export function stepsAhead(steps: readonly OrderStep[]): (typeof usual)[number][] {
  const kinds = steps.map(({ kind }) => kind)
  if (kinds.includes('cancelled') || kinds.includes('refunded')) return []
  return usual.filter((kind) => !kinds.includes(kind))
}

/** Past steps of an order with their dates, and the remaining ones; none until it is paid or cancelled. */
export function OrderTimeline({ order }: { order: OwnOrder }) {
  const { steps = [] } = order
  if (steps.every(({ kind }) => kind === 'placed')) return null
  return (
    <ol className="timeline" aria-label="Progress">
      {eachRefund(steps).map(({ kind, at, amount }) => {
        const Icon = kind in icons ? icons[kind as keyof typeof icons] : Check
        return (
          <li key={`${kind} ${at}`} data-kind={kind}>
            <Icon />
            <span>
              {kind === 'refunded' && isChargedBack(order) ? 'Charged back' : labelOf(texts, kind)}
              {amount !== undefined && ` ${dollars(amount)}`}
              <time dateTime={at}>{day(at)}</time>
            </span>
          </li>
        )
      })}
      {(order.shipping ? [] : stepsAhead(steps)).map((kind) => (
        <li key={kind} data-ahead>
          <CircleDashed />
          <span>
            <span className="visually-hidden">Not yet: </span>
            {texts[kind]}
          </span>
        </li>
      ))}
    </ol>
  )
}
