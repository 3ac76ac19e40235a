import { ShoppingCart } from 'lucide-react'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { totalMax, totalTooHigh } from '#contract/orders/orders.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { heldOrdersMax } from '#contract/shared/limits.ts'
import type { EarlierOrder } from '#contract/shared/problem-document.ts'
import { goodsText, taxText } from '#web/domain/orders/price-breakdown.ts'
import { LeastGoods } from '#web/domain/prices/least-goods.tsx'
import { ReferenceField } from '#web/domain/orders/reference-habit.tsx'
import { ReservationHelp } from '#web/domain/orders/reservation-help.tsx'
import { useMisfitQuestion } from '#web/domain/vehicles/misfit-question.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { OrderedMeanwhile } from '../attempts/ordered-meanwhile.tsx'
import { oneOrder } from './place-rows.ts'
import { focusCorrection, referenceId } from './row-inputs.tsx'
import type { QuickOrder } from './use-quick-order.ts'

/** Places the rows without a problem as one order, or each as its own. */
export function PlacePanel({ quick }: { quick: QuickOrder }) {
  const { orderable, rows = [], charges, refusal, isPlacing } = quick
  const misfit = useMisfitQuestion()
  const order = oneOrder(orderable, charges)
  const separately = toDollars(orderable.reduce((cents, { total }) => cents + toCents(total), 0))
  const left = rows.length - orderable.length
  const { question } = refusal ?? {}
  const refused = question ? undefined : refusal?.sentence
  const problem = order.total > totalMax ? `${totalTooHigh}.` : refused
  const reason = problem && (
    <div className="quick-order__refusal" role="alert">
      <ErrorLine isAnnounced={false}>{problem}</ErrorLine>
      {refusal?.isLimited && <ReservationHelp />}
    </div>
  )

  async function placeNow(known?: readonly EarlierOrder[]) {
    const short = await quick.placeAsOne(known)
    if (short) focusCorrection(short._id)
  }

  const askBefore = (proceed: () => unknown) =>
    misfit.askBefore(
      orderable.map(({ product }) => ({ product: product._id, name: product.name })),
      proceed,
    )

  if (orderable.length === 0) return reason
  return (
    <>
      <ReferenceField
        id={referenceId}
        className="quick-order__reference"
        hint="Shown on the invoice, on the packing slip and in emails."
        reference={quick.reference}
        error={quick.referenceProblem}
        readOnly={isPlacing}
        onChange={quick.changeReference}
      />
      {question && (
        <OrderedMeanwhile
          key={question.orders[0]?._id}
          orders={question.orders}
          action={question.action}
          total={question.isSeparate ? separately : order.total}
          busy={isPlacing}
          onOrderAgain={() =>
            askBefore(() =>
              question.isSeparate ? quick.placeEach(question.orders) : placeNow(question.orders),
            )
          }
        >
          {refusal?.sentence}
        </OrderedMeanwhile>
      )}
      <div className="quick-order__total">
        {reason}
        {orderable[0] && <LeastGoods product={orderable[0].product._id} goods={order.goods} />}
        <p>
          {goodsText(order)}, <b>{dollars(order.total)}</b>{' '}
          <small className="muted">
            {order.shipping > 0 && `with ${dollars(order.shipping)} shipping`}
            {taxText(order.tax)}
            {left > 0 &&
              ` · ${left === 1 ? '1 line to correct stays' : `${groupDigits(left)} lines to correct stay`} in the list`}
          </small>
        </p>
        <Button
          variant="primary"
          size="large"
          icon={ShoppingCart}
          aria-disabled={isPlacing || order.total > totalMax}
          onClick={() => askBefore(() => placeNow())}
        >
          {orderable.length === 1 ? 'Place order' : 'Place as one order'}
        </Button>
      </div>
      {orderable.length > 1 && orderable.length <= heldOrdersMax && (
        <Separately
          quick={quick}
          total={separately}
          onPlace={() => askBefore(() => quick.placeEach())}
        />
      )}
      {misfit.dialog}
    </>
  )
}

type SeparatelyProps = {
  quick: QuickOrder
  /** The sum of all. */
  total: number
  onPlace: () => unknown
}

/** Each row as its own order. */
function Separately({ quick: { orderable, done, isPlacing }, total, onPlace }: SeparatelyProps) {
  return (
    <div className="quick-order__separate">
      <p className="muted">
        Or each part as its own order, paid and shipped on its own: {dollars(total)} in all.
        <output>{done && ` ${done.rows} of ${done.of} placed`}</output>
      </p>
      <Button busy={done !== undefined} aria-disabled={isPlacing} onClick={onPlace}>
        Place {orderable.length} orders
      </Button>
    </div>
  )
}
